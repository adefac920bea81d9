import { Box, Typography } from '@mui/material';
import {
  nextReportRuns,
  reportDayUnits,
  timeFilterFields,
  timeFilterProblem,
} from '@stellwerk/contract/alarm-report-times';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { calendarNames } from '../../../lib/calendar-names.ts';
import { DaysInput } from '../../../ui/form/DaysInput.tsx';
import { NumberInput } from '../../../ui/form/NumberInput.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { ZoneInput } from '../../../ui/form/ZoneInput.tsx';
import { zoneNames } from '../../../ui/time/zone-time.ts';
import { useReportTexts } from '../use-report-texts.ts';

const shownRuns = 5;
const monthDays = Array.from({ length: 31 }, (_, index) => index + 1);
const zones = zoneNames();

/** Times on the clock of the zone. */
export function RunList({ title, runs, zone }: { title: string; runs: readonly (string | number)[]; zone: string }) {
  const { timeText } = useReportTexts();
  return (
    <Box>
      <Typography variant="body2" color="textSecondary">
        {title}
      </Typography>
      <Box component="ol" sx={{ m: 0, pl: 3, fontVariantNumeric: 'tabular-nums' }}>
        {runs.map((run) => (
          <li key={run}>{timeText(run, zone)}</li>
        ))}
      </Box>
    </Box>
  );
}

/** The beginnings of the next windows; empty while the times are incomplete. */
function NextWindows() {
  const { t } = useTranslation('alarm-reports');
  const [filter, hour, zone]: unknown[] = useFormContext().watch(['timeFilter', 'hour', 'zone']);
  const timeFilter = timeFilterFields.safeParse(filter).data;
  const isComplete = typeof hour === 'number' && hour >= 0 && hour <= 23 && typeof zone === 'string';
  if (!timeFilter || timeFilterProblem(timeFilter) || !isComplete || !zones.includes(zone)) return null;
  const runs = nextReportRuns({ timeFilter, hour, zone }, 0, Date.now(), shownRuns);
  return <RunList title={t('times.next', { zone })} runs={runs} zone={zone} />;
}

/** The days and the hour in which the report runs. */
export function TimesStep() {
  const { t } = useTranslation('alarm-reports');
  const unit: unknown = useFormContext().watch('timeFilter.unit');
  const { weekDays, shortWeekDays } = calendarNames();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <SelectInput
        name="timeFilter.unit"
        label={t('field.days')}
        options={reportDayUnits.map((value) => ({ value, label: t(`days.${value}`) }))}
      />
      {unit === 'weekDays' && (
        <DaysInput
          name="timeFilter.weekDays"
          label={t('field.weekDays')}
          days={weekDays.map((spoken, index) => ({ value: index + 1, label: shortWeekDays[index] ?? spoken, spoken }))}
        />
      )}
      {unit === 'monthDays' && (
        <DaysInput
          name="timeFilter.monthDays"
          label={t('field.monthDays')}
          help={t('field.monthDaysHelp')}
          days={monthDays.map((value) => ({
            value,
            label: String(value),
            spoken: t('field.monthDay', { day: value }),
          }))}
        />
      )}
      <NumberInput name="hour" label={t('field.hour')} help={t('field.hourHelp')} required />
      <ZoneInput name="zone" label={t('field.zone')} help={t('field.zoneHelp')} required />
      <NextWindows />
    </Box>
  );
}
