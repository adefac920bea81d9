import type { ExportFrequency } from '@stellwerk/contract/export-frequency';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { calendarNames } from '../../../lib/calendar-names.ts';
import { useFormats } from '../../../lib/formats.ts';

const two = (value = 0) => String(value).padStart(2, '0');

export function useScheduleTexts() {
  const { t } = useTranslation('exports');
  const { locale } = useFormats();
  return useMemo(() => {
    const { weekDays, months } = calendarNames();
    return {
      frequencyText({ unit, month = 1, day = 1, weekDay = 1, hour, minute }: ExportFrequency): string {
        return t(`frequency.${unit}.text`, {
          ...{ day, minute: two(minute), time: `${two(hour)}:${two(minute)}` },
          ...{ month: months[month - 1], weekDay: weekDays[weekDay - 1] },
        });
      },
      /** On the clock of the schedule's zone, which may differ from the viewer's. */
      timeText: (time: string | number, timeZone: string): string =>
        new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(new Date(time)),
    };
  }, [t, locale]);
}
