import { Alert, Box, Typography } from '@mui/material';
import { newSchedule } from '@stellwerk/contract/export-schedule';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { Facts } from '../../../ui/surface/Facts.tsx';
import { useSchedulePreview } from './schedule.queries.ts';
import { RunList } from './TimesStep.tsx';
import { useScheduleTexts } from './use-schedule-texts.ts';

/** What the schedule will do, with the objects that match now. */
export function CheckStep() {
  const { t } = useTranslation('exports');
  const formats = useFormats();
  const { frequencyText, timeText } = useScheduleTexts();
  const parsed = newSchedule.safeParse(useFormContext().watch());
  const { tenantId = 0, selection = {}, stateKeys = [], timeRange = 'LAST_DAY', frequency, zone } = parsed.data ?? {};
  const preview = useSchedulePreview(
    { tenantId, selection, stateKeys, timeRange, frequency: frequency ?? { unit: 'hourly', minute: 0 }, zone },
    parsed.success,
  );
  if (preview.error) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data || !parsed.data) return <Skeletons shape="lines" />;
  const { twins, states, runs } = preview.data;
  const [first] = runs;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      {states === 0 && <Alert severity="warning">{t('check.nothing')}</Alert>}
      <Facts
        facts={[
          { label: t('check.objects'), value: formats.number(twins) },
          { label: t('check.states'), value: formats.number(states) },
          { label: t('frequency.title'), value: frequencyText(parsed.data.frequency) },
          {
            label: t('check.firstSpan'),
            value: first ? `${timeText(first.from, parsed.data.zone)} – ${timeText(first.to, parsed.data.zone)}` : '—',
          },
          { label: t('field.format'), value: t(`format.${parsed.data.format}.label`) },
          { label: t('column.mail'), value: parsed.data.mail?.to.join(', ') ?? '—' },
        ]}
      />
      <RunList runs={runs.map(({ at }) => at)} zone={parsed.data.zone} />
      <Typography variant="body2" color="textSecondary">
        {t('check.live')}
      </Typography>
    </Box>
  );
}
