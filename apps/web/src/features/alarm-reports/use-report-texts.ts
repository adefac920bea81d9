import type { ReportTimes } from '@stellwerk/contract/alarm-report-times';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { calendarNames } from '../../lib/calendar-names.ts';
import { useFormats } from '../../lib/formats.ts';

const two = (value: number) => String(value).padStart(2, '0');

export function useReportTexts() {
  const { t } = useTranslation('alarm-reports');
  const { locale } = useFormats();
  return useMemo(() => {
    const { weekDays } = calendarNames();
    const list = new Intl.ListFormat(locale, { type: 'conjunction' });
    return {
      timesText({ timeFilter, hour }: Omit<ReportTimes, 'zone'>): string {
        const window = { from: `${two(hour)}:00`, to: `${two((hour + 1) % 24)}:00` };
        const days =
          timeFilter.unit === 'weekDays'
            ? timeFilter.weekDays.map((day) => weekDays[day - 1] ?? '')
            : timeFilter.monthDays.map((day) => t('times.day', { day }));
        return t(`times.${timeFilter.unit}`, { ...window, days: list.format(days), count: days.length });
      },
      /** On the clock of the report's zone, which may differ from the viewer's. */
      timeText: (time: string | number, timeZone: string): string =>
        new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(new Date(time)),
    };
  }, [t, locale]);
}
