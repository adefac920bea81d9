import { maxShareYears } from '@stellwerk/contract/twin-sharing';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/form/TextField.tsx';
import { addMonths, dateIn, endOfDate, viewerZone } from '../../ui/time/zone-time.ts';

/** The day so many years from today, as date fields write it. */
export function dayInYears(years: number): string {
  return addMonths(dateIn(Date.now(), viewerZone()), 12 * years);
}

/** The end of a day that a link may last until; undefined for others and while it is being typed. */
export function shareEndOf(day: string): string | undefined {
  const isPossible = day >= dayInYears(0) && day < dayInYears(maxShareYears);
  return isPossible ? (endOfDate(day) ?? undefined) : undefined;
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
  return (
    <TextField
      type="date"
      label={t('lastDay')}
      value={day}
      onChange={onChange}
      error={shareEndOf(day) === undefined ? t('lastDayHelp', { years: maxShareYears }) : undefined}
      attributes={{ min: dayInYears(0), max: dayInYears(maxShareYears) }}
      sx={{ maxWidth: 320 }}
    />
  );
}
