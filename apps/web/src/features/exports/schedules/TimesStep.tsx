import { Box, Typography } from '@mui/material';
import {
  exportFrequency,
  exportTimeRanges,
  fieldsOfUnit,
  frequencyUnits,
  nextRuns,
} from '@stellwerk/contract/export-frequency';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { calendarNames } from '../../../lib/calendar-names.ts';
import { NumberInput } from '../../../ui/form/NumberInput.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { ZoneInput } from '../../../ui/form/ZoneInput.tsx';
import { useScheduleTexts } from './use-schedule-texts.ts';

const shownRuns = 5;

/** The next five runs on the clock of the zone. */
export function RunList({ runs, zone }: { runs: readonly (string | number)[]; zone: string }) {
  const { t } = useTranslation('exports');
  const { timeText } = useScheduleTexts();
  return (
    <Box>
      <Typography variant="body2" color="textSecondary">
        {t('runs.title', { zone })}
      </Typography>
      <Box component="ol" sx={{ m: 0, pl: 3, fontVariantNumeric: 'tabular-nums' }}>
        {runs.map((run) => (
          <li key={run}>{timeText(run, zone)}</li>
        ))}
      </Box>
    </Box>
  );
}

function UnitFields({ unit }: { unit: (typeof frequencyUnits)[number] }) {
  const { t } = useTranslation('exports');
  const { weekDays, months } = calendarNames();
  const fields: readonly string[] = fieldsOfUnit[unit];
  const options = (names: readonly string[]) => names.map((label, index) => ({ value: index + 1, label }));
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))' }}>
      {fields.includes('month') && (
        <SelectInput name="frequency.month" label={t('frequency.month')} options={options(months)} required />
      )}
      {fields.includes('day') && (
        <NumberInput name="frequency.day" label={t('frequency.day')} help={t('frequency.dayHelp')} required />
      )}
      {fields.includes('weekDay') && (
        <SelectInput name="frequency.weekDay" label={t('frequency.weekDay')} options={options(weekDays)} required />
      )}
      {fields.includes('hour') && <NumberInput name="frequency.hour" label={t('frequency.hour')} required />}
      <NumberInput name="frequency.minute" label={t('frequency.minute')} required />
    </Box>
  );
}

/** When a schedule runs, and the time whose values it exports. */
export function TimesStep() {
  const { t } = useTranslation('exports');
  const [frequency, zone]: unknown[] = useFormContext().watch(['frequency', 'zone']);
  const parsed = exportFrequency.safeParse(frequency);
  const unit = frequencyUnits.find((each) => each === Reflect.get(Object(frequency), 'unit')) ?? 'daily';
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <SelectInput
        name="frequency.unit"
        label={t('frequency.title')}
        options={frequencyUnits.map((value) => ({ value, label: t(`frequency.${value}.label`) }))}
      />
      <UnitFields unit={unit} />
      <ZoneInput name="zone" label={t('field.zone')} help={t('frequency.zoneHelp')} required />
      <SelectInput
        name="timeRange"
        label={t('field.timeRange')}
        options={exportTimeRanges.map((value) => ({
          value,
          label: t(`timeRange.${value}`),
          detail: t(value.startsWith('LAST') ? 'timeRange.lastDetail' : 'timeRange.currentDetail'),
        }))}
      />
      {parsed.success && typeof zone === 'string' && (
        <RunList runs={nextRuns(parsed.data, zone, Date.now(), shownRuns)} zone={zone} />
      )}
    </Box>
  );
}
