import { Box, Collapse, IconButton, TableCell, TableRow, Typography } from '@mui/material';
import type { RuleExecution } from '@stellwerk/contract/rule-run';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { Age } from '../../../ui/value/Age.tsx';
import { CommandSummary } from './CommandStates.tsx';
import { ExecutionDetail } from './ExecutionDetail.tsx';
import { RuleResultChip } from './RuleResultChip.tsx';
import { useTriggerText } from './use-trigger-text.ts';

export const executionColumns = 4;
export const fromTablet = { display: { xs: 'none', md: 'table-cell' } } as const;

/** A record in one line; opened, everything about it. */
export function ExecutionRow({ execution }: { execution: RuleExecution }) {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  const triggerText = useTriggerText();
  const detailId = useId();
  const [isOpen, setOpen] = useState(false);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  const { lastAt, count, result, commands, error } = execution;
  const at = formats.exactTime(lastAt);
  return (
    <>
      <TableRow hover onClick={() => setOpen(!isOpen)} sx={{ cursor: 'pointer', '& > td': { borderBottom: 0 } }}>
        <TableCell sx={{ whiteSpace: 'nowrap' }}>
          <IconButton
            size="small"
            aria-expanded={isOpen}
            aria-controls={detailId}
            aria-label={t('history.open', { at })}
            onClick={(event) => {
              event.stopPropagation();
              setOpen(!isOpen);
            }}
            sx={{ mr: 0.5 }}
          >
            <Icon aria-hidden />
          </IconButton>
          <Age at={lastAt} />
        </TableCell>
        <TableCell>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
            <RuleResultChip result={result} />
            {count > 1 && (
              <Typography component="span" variant="body2" color="textSecondary">
                {t('history.multiple', { number: formats.number(count) })}
              </Typography>
            )}
          </Box>
          {error && (
            <Typography variant="body2" sx={{ mt: 0.25, color: 'error.main', overflowWrap: 'anywhere' }}>
              {error.message}
            </Typography>
          )}
        </TableCell>
        <TableCell sx={fromTablet}>{triggerText(execution.trigger)}</TableCell>
        <TableCell sx={fromTablet}>{commands.length > 0 && <CommandSummary commands={commands} />}</TableCell>
      </TableRow>
      <TableRow>
        <TableCell colSpan={executionColumns} id={detailId} sx={{ py: 0 }}>
          <Collapse in={isOpen} unmountOnExit>
            <ExecutionDetail execution={execution} />
          </Collapse>
        </TableCell>
      </TableRow>
    </>
  );
}
