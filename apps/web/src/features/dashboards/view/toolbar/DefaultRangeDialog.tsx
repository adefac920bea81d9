import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material';
import type { Dashboard } from '@stellwerk/contract/dashboard';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../../ui/feedback/toast-store.ts';
import { useRangeText } from '../../../../ui/time/TimeRange.tsx';
import { resolveTimeRange, type TimeRangeValue } from '../../../../ui/time/time-range.ts';
import { viewerZone } from '../../../../ui/time/zone-time.ts';
import { useDashboardActions } from '../../dashboard.queries.ts';
import { dateRangeOf } from '../data/date-range.ts';
import { useFailureToast } from '../use-layout-edits.ts';

interface DefaultRangeDialogProps {
  dashboard: Pick<Dashboard, 'id'>;
  range: TimeRangeValue;
  onClose: () => void;
}

const minuteMs = 60_000;

/** The same length, ending now: converts a fixed range to a relative one, and the other way round. */
function otherForm(range: TimeRangeValue): TimeRangeValue {
  if (range.kind !== 'absolute') return { kind: 'absolute', ...resolveTimeRange(range, Date.now(), viewerZone()) };
  const minutes = Math.max(1, Math.round((range.toMs - range.fromMs) / minuteMs));
  if (minutes % 1_440 === 0) return { kind: 'relative', amount: minutes / 1_440, unit: 'd' };
  if (minutes % 60 === 0) return { kind: 'relative', amount: minutes / 60, unit: 'h' };
  // For ranges longer than a day, minutes do not matter.
  return minutes > 1_440
    ? { kind: 'relative', amount: Math.round(minutes / 60), unit: 'h' }
    : { kind: 'relative', amount: minutes, unit: 'm' };
}

/** Makes the current range the default for all users. */
export function DefaultRangeDialog({ dashboard: { id }, range, onClose }: DefaultRangeDialogProps) {
  const { t } = useTranslation('dashboards');
  const { t: common } = useTranslation('ui');
  const titleId = useId();
  const textOf = useRangeText();
  const { configure } = useDashboardActions();
  const fail = useFailureToast();
  const [other] = useState(() => otherForm(range));
  const [chosen, setChosen] = useState(range);
  const [isBusy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      await configure({ id, body: { defaultDateRange: dateRangeOf(chosen) } });
      showToast({ message: t('range.saved') });
      onClose();
    } catch (error) {
      fail('range')(error);
      setBusy(false);
    }
  }
  const choices = range.kind === 'absolute' ? [other, range] : [range, other];
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('range.title')}</DialogTitle>
      <DialogContent>
        <Typography color="textSecondary">{t('range.help')}</Typography>
        <RadioGroup
          aria-labelledby={titleId}
          value={chosen === range ? 'range' : 'other'}
          onChange={(_, value) => setChosen(value === 'range' ? range : other)}
          sx={{ mt: 1.5, gap: 1 }}
        >
          {choices.map((choice) => (
            <FormControlLabel
              key={choice.kind}
              value={choice === range ? 'range' : 'other'}
              control={<Radio />}
              label={
                <Box>
                  <Typography>{textOf(choice)}</Typography>
                  <Typography variant="caption" color="textSecondary">
                    {t(choice.kind === 'absolute' ? 'range.absolute' : 'range.relative')}
                  </Typography>
                </Box>
              }
            />
          ))}
        </RadioGroup>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isBusy}>
          {common('cancel')}
        </Button>
        <Button variant="contained" loading={isBusy} onClick={() => void save()}>
          {t('range.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
