import { Box, TableCell, Typography } from '@mui/material';
import type { RuleExecution } from '@stellwerk/contract/rule-run';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { ExpandableRow } from '../../../ui/table/ExpandableRow.tsx';
import { fromTablet } from '../../../ui/table/from-tablet.ts';
import { Age } from '../../../ui/value/Age.tsx';
import { CommandSummary } from './CommandResults.tsx';
import { ExecutionDetail } from './ExecutionDetail.tsx';
import { RuleResultChip } from './RuleResultChip.tsx';
import { useTriggerText } from './use-trigger-text.ts';

const columns = 4;

/** A record in one line that unfolds to its details. */
export function ExecutionRow({ execution }: { execution: RuleExecution }) {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  const triggerText = useTriggerText();
  const { lastAt, count, result, commands, error } = execution;
  return (
    <ExpandableRow
      openLabel={t('history.open', { at: formats.exactTime(lastAt) })}
      head={<Age at={lastAt} />}
      columns={columns}
      detail={<ExecutionDetail execution={execution} />}
    >
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
    </ExpandableRow>
  );
}
