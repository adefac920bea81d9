import { Box, Button, Link, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { withUniqueKeys } from '../../../lib/unique-keys.ts';
import { FramedTable } from '../../../ui/table/FramedTable.tsx';
import { fromTablet } from '../../../ui/table/from-tablet.ts';
import { useEvaluatedValueText } from '../evaluation/use-evaluated-value-text.ts';
import { useTriggerText } from '../history/use-trigger-text.ts';
import { MarkSign } from './MarkSign.tsx';
import type { Mark } from './travel-lines.ts';

interface MarkListProps {
  marks: readonly Mark[];
  chosen: Mark | undefined;
  onChoose: (mark: Mark | undefined) => void;
}

const pageSize = 50;
const onPhone = { display: { xs: 'block', md: 'none' } } as const;

const isSame = (mark: Mark, other: Mark | undefined) => mark.at === other?.at && mark.result === other.result;

function MarkRow({ mark, chosen, onChoose }: { mark: Mark } & Omit<MarkListProps, 'marks'>) {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  const triggerText = useTriggerText();
  const valueText = useEvaluatedValueText();
  const isChosen = isSame(mark, chosen);
  const values = Object.entries(mark.metrics).map(([alias, value]) => `${alias} ${valueText(value)}`);
  const toggle = () => onChoose(isChosen ? undefined : mark);
  return (
    <TableRow hover selected={isChosen} onClick={toggle} sx={{ cursor: 'pointer' }}>
      <TableCell>
        <Link
          component="button"
          type="button"
          aria-pressed={isChosen}
          title={t('travel.show')}
          sx={{ whiteSpace: 'nowrap' }}
          onClick={(event) => {
            event.stopPropagation();
            toggle();
          }}
        >
          <time dateTime={mark.at}>{formats.dateTime(mark.at)}</time>
        </Link>
        <Typography variant="caption" color="textSecondary" sx={{ ...onPhone, whiteSpace: 'normal' }}>
          {values.join(', ')}
        </Typography>
      </TableCell>
      <TableCell>
        <MarkSign result={mark.result} />
      </TableCell>
      <TableCell sx={{ ...fromTablet, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
        {values.join(', ')}
      </TableCell>
      <TableCell sx={fromTablet}>{triggerText(mark.trigger)}</TableCell>
    </TableRow>
  );
}

/** Times at which the rule would have fired, newest first; a click shows the time in the chart. */
export function MarkList({ marks, chosen, onChoose }: MarkListProps) {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  const [shown, setShown] = useState(pageSize);
  const newest = marks.toReversed();
  const rest = newest.length - shown;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {t('travel.list')}
      </Typography>
      <FramedTable label={t('travel.list')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('travel.column.at')}</TableCell>
            <TableCell>{t('travel.column.result')}</TableCell>
            <TableCell sx={fromTablet}>{t('travel.column.values')}</TableCell>
            <TableCell sx={fromTablet}>{t('travel.column.trigger')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {withUniqueKeys(newest.slice(0, shown), ({ at, result }) => `${at} ${result}`).map(({ key, item: mark }) => (
            <MarkRow key={key} mark={mark} chosen={chosen} onChoose={onChoose} />
          ))}
        </TableBody>
      </FramedTable>
      {rest > 0 && (
        <Button size="small" variant="text" onClick={() => setShown(shown + pageSize)} sx={{ mt: 1 }}>
          {t('travel.more', { count: rest, number: formats.number(rest) })}
        </Button>
      )}
    </Box>
  );
}
