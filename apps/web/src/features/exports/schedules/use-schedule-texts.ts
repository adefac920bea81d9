import type { ExportFrequency } from '@stellwerk/contract/export-frequency';
import type { Language } from '@stellwerk/contract/text';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { currentLanguage } from '../../../lib/i18n.ts';

/** Names of the calendar in the language of the user; 5 January 2026 is a Monday. */
const namesIn = (language: Language) => {
  const nameOf = (options: Intl.DateTimeFormatOptions, time: number) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(time);
  return {
    weekDays: Array.from({ length: 7 }, (_, index) => nameOf({ weekday: 'long' }, Date.UTC(2026, 0, 5 + index))),
    months: Array.from({ length: 12 }, (_, index) => nameOf({ month: 'long' }, Date.UTC(2026, index, 1))),
  };
};

const known = new Map<Language, ReturnType<typeof namesIn>>();

export function calendarNames() {
  const language = currentLanguage();
  const names = known.get(language) ?? namesIn(language);
  known.set(language, names);
  return names;
}

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
