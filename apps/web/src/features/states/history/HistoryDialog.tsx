import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { historyDurations, historyMethods } from '@stellwerk/contract/state-history';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TimeRange } from '../../../ui/time/TimeRange.tsx';
import { relative } from '../../../ui/time/time-range.ts';
import { type Aggregation, useHistoryExport } from '../history.queries.ts';
import { HistoryChart } from './HistoryChart.tsx';
import type { HistoryTarget } from './history-target.ts';
import { RawValues } from './RawValues.tsx';

export interface HistoryDialogProps {
  state: HistoryTarget;
  onClose: () => void;
}

const lastDay = relative(24, 'h');

interface AggregationChoiceProps {
  value: Aggregation | null;
  onChange: (value: Aggregation | null) => void;
}

/** One value an interval, for those who may read the time-series database. */
function AggregationChoice({ value, onChange }: AggregationChoiceProps) {
  const { t } = useTranslation('states');
  const method = value?.method ?? 'avg';
  const common = { hideLabel: true, sx: { width: 'auto', minWidth: '9rem' } };
  return (
    <>
      <SelectField
        {...common}
        label={t('history.interval')}
        value={value?.duration}
        options={[
          { value: undefined, label: t('history.single') },
          ...historyDurations.map((duration) => ({ value: duration, label: t(`duration.${duration}`) })),
        ]}
        onChange={(duration) => onChange(duration ? { duration, method } : null)}
      />
      {value && (
        <SelectField
          {...common}
          label={t('history.method')}
          value={method}
          options={historyMethods.map((each) => ({ value: each, label: t(`method.${each}`) }))}
          onChange={(chosen) => onChange({ ...value, method: chosen })}
        />
      )}
    </>
  );
}

function History({ state, onClose, titleId }: HistoryDialogProps & { titleId: string }) {
  const { t } = useTranslation('states');
  const canAggregate = useCan('InfluxDB.read');
  const [range, setRange] = useState(lastDay);
  const [aggregation, setAggregation] = useState<Aggregation | null>(null);
  const exportFile = useHistoryExport(state.id, state.key);
  const hasLine = state.valueType === 'number' || state.valueType === 'boolean';
  const download = () =>
    exportFile.mutate(range, { onError: (error) => showToast({ message: error.message, status: 'error' }) });
  return (
    <>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {t('history.title', { title: state.title })}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, pt: 0.5 }}>
          <TimeRange value={range} onChange={setRange} />
          {hasLine && canAggregate && <AggregationChoice value={aggregation} onChange={setAggregation} />}
          <Button
            startIcon={<Download aria-hidden />}
            loading={exportFile.isPending}
            onClick={download}
            sx={{ ml: { sm: 'auto' } }}
          >
            {t('history.export')}
          </Button>
        </Box>
        {hasLine && !canAggregate && (
          <Typography variant="body2" color="textSecondary">
            {t('history.noAggregation')}
          </Typography>
        )}
        {hasLine && <HistoryChart state={state} range={range} aggregation={aggregation} />}
        <RawValues state={state} range={range} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </>
  );
}

/** The past of a state: its line, and its values one by one. */
export function HistoryDialog(props: HistoryDialogProps) {
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  return (
    <Dialog open onClose={props.onClose} fullScreen={isPhone} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <History {...props} titleId={titleId} />
    </Dialog>
  );
}
