import { TextField } from '@mui/material';
import { maxShareYears } from '@stellwerk/contract/twin-sharing';
import { useTranslation } from 'react-i18next';
import { dayOf, endOfDay } from '../../lib/valid-until.ts';

/** The day so many years from today, as date fields write it. */
export function dayInYears(years: number): string {
  const day = new Date();
  day.setFullYear(day.getFullYear() + years);
  return dayOf(day.toISOString());
}

/** The end of a day that a link may last until; undefined for others and while it is being typed. */
export function shareEndOf(day: string): string | undefined {
  const isPossible = day >= dayInYears(0) && day < dayInYears(maxShareYears);
  return isPossible ? (endOfDay(day) ?? undefined) : undefined;
}

/** A moment of the last day: a link ends with the first one of the day after. */
export const lastMomentOf = (validUntil: string) => new Date(validUntil).getTime() - 1;

interface ShareEndProps {
  day: string;
  onChange: (day: string) => void;
}

/** The last day of a link. */
export function ShareEnd({ day, onChange }: ShareEndProps) {
  const { t } = useTranslation('twin-sharing');
  const isWrong = shareEndOf(day) === undefined;
  return (
    <TextField
      type="date"
      label={t('lastDay')}
      value={day}
      onChange={(event) => onChange(event.target.value)}
      error={isWrong}
      helperText={isWrong ? t('lastDayHelp', { years: maxShareYears }) : undefined}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: dayInYears(0), max: dayInYears(maxShareYears) } }}
      sx={{ maxWidth: 320 }}
    />
  );
}
