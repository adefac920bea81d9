import type { Language } from '@stellwerk/contract/text';
import { currentLanguage } from './i18n.ts';

/** Names of the calendar in the language of the user; 5 January 2026 is a Monday. */
const namesIn = (language: Language) => {
  const nameOf = (options: Intl.DateTimeFormatOptions, time: number) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(time);
  return {
    weekDays: Array.from({ length: 7 }, (_, index) => nameOf({ weekday: 'long' }, Date.UTC(2026, 0, 5 + index))),
    shortWeekDays: Array.from({ length: 7 }, (_, index) => nameOf({ weekday: 'short' }, Date.UTC(2026, 0, 5 + index))),
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
