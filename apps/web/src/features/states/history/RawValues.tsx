import {
  Box,
  Button,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { withUniqueKeys } from '../../../lib/unique-keys.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import type { TimeRangeValue } from '../../../ui/time/time-range.ts';
import { useRawValues } from '../history.queries.ts';
import { useValueText } from '../values/use-value-text.ts';
import type { HistoryTarget } from './history-target.ts';

export interface RawValuesProps {
  state: HistoryTarget;
  range: TimeRangeValue;
}

/** The values as they came, the newest first. */
export function RawValues({ state, range }: RawValuesProps) {
  const { t } = useTranslation('states');
  const formats = useFormats();
  const { valueText } = useValueText();
  const raw = useRawValues(state.id, range);
  const points = raw.data?.pages.flatMap((page) => page.points) ?? [];
  if (raw.error && points.length === 0) {
    return <ErrorState compact error={raw.error} onRetry={() => void raw.refetch()} />;
  }
  if (raw.isPending) return <Skeletons shape="rows" count={5} />;
  if (points.length === 0) {
    return <EmptyState compact variant="no-results" title={t('history.none')} description={t('history.noneHelp')} />;
  }
  return (
    <Box component="section" aria-label={t('history.values')}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {t('history.values')}
      </Typography>
      <TableContainer>
        <Table size="small" aria-label={t('history.values')}>
          <TableHead>
            <TableRow>
              <TableCell>{t('history.at')}</TableCell>
              <TableCell align="right">{t('history.value')}</TableCell>
              <TableCell sx={{ display: { xs: 'none', sm: 'table-cell' } }}>{t('history.origin')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {withUniqueKeys(points, ({ timestamp }) => timestamp).map(({ key, item: { timestamp, value, origin } }) => (
              <TableRow key={key}>
                <TableCell sx={{ whiteSpace: 'nowrap' }}>
                  <time dateTime={timestamp}>{formats.exactTime(timestamp)}</time>
                </TableCell>
                <TableCell align="right" sx={{ overflowWrap: 'anywhere' }}>
                  {valueText({ value, decimals: state.decimals })}
                  {state.unit !== '' && (
                    <Box component="span" sx={{ ml: 0.5, typography: 'caption', color: 'text.muted' }}>
                      {state.unit}
                    </Box>
                  )}
                </TableCell>
                <TableCell sx={{ display: { xs: 'none', sm: 'table-cell' }, color: 'text.secondary' }}>
                  {t(`origin.${origin}`)}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {raw.hasNextPage && (
        <Button
          size="small"
          variant="text"
          loading={raw.isFetchingNextPage}
          onClick={() => void raw.fetchNextPage()}
          sx={{ mt: 1 }}
        >
          {t('history.more')}
        </Button>
      )}
    </Box>
  );
}
