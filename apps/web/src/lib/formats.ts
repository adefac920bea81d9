import type { Language } from '@stellwerk/contract/text';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from './i18n.ts';

const locales: Record<Language, string> = { de: 'de-DE', en: 'en-GB' };

type Time = string | number | Date;

const relativeSteps = [
  { unit: 'second', seconds: 1, until: 60 },
  { unit: 'minute', seconds: 60, until: 3_600 },
  { unit: 'hour', seconds: 3_600, until: 86_400 },
  { unit: 'day', seconds: 86_400, until: 30 * 86_400 },
  { unit: 'month', seconds: 30.44 * 86_400, until: 365 * 86_400 },
  { unit: 'year', seconds: 365.25 * 86_400, until: Number.POSITIVE_INFINITY },
] as const;

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** Creating a formatter is slower than using it a hundred times, and every cell of a list needs one. */
function remembered<T>(made: Map<string, T>, key: string, make: () => T): T {
  const before = made.get(key);
  if (before !== undefined) return before;
  const fresh = make();
  made.set(key, fresh);
  return fresh;
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function createFormats(language: Language, timeZone: string | undefined) {
  const locale = locales[language];
  const zone = timeZone ? { timeZone } : {};
  const timesBy = (look: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(locale, { ...look, ...zone }));
  const dates = timesBy({ dateStyle: 'medium' });
  const dateTimes = timesBy({ dateStyle: 'medium', timeStyle: 'short' });
  const exactTimes = timesBy({ dateStyle: 'medium', timeStyle: 'long' });
  const times = timesBy({ timeStyle: 'short' });
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'short' }));
  const now = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const numbers = new Map<string, Intl.NumberFormat>();

  function number(value: number, digits: { minimum?: number; maximum?: number } = {}): string {
    const { minimum = 0, maximum = Math.max(minimum, 3) } = digits;
    return remembered(
      numbers,
      `${minimum} ${maximum}`,
      () => new Intl.NumberFormat(locale, { minimumFractionDigits: minimum, maximumFractionDigits: maximum }),
    ).format(value);
  }

  return {
    locale,
    date: (time: Time) => dates().format(new Date(time)),
    dateTime: (time: Time) => dateTimes().format(new Date(time)),
    /** With seconds and time zone, for hover texts. */
    exactTime: (time: Time) => exactTimes().format(new Date(time)),
    time: (time: Time) => times().format(new Date(time)),
    number,
    percent: (fraction: number) => `${number(fraction * 100, { maximum: 1 })} %`,
    /** "vor 3 Min.", "in 2 hr"; under five seconds it is "now". */
    relativeTime(time: Time, nowMs: number = Date.now()): string {
      const seconds = (new Date(time).getTime() - nowMs) / 1000;
      const size = Math.abs(seconds);
      if (size < 5) return now().format(0, 'second');
      const step = relativeSteps.find(({ until }) => size < until) ?? relativeSteps[5];
      return relative().format(Math.trunc(seconds / step.seconds), step.unit);
    },
    /** Base 1000, as the specification says. */
    bytes(sizeBytes: number): string {
      const power = sizeBytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(sizeBytes) / 3), byteUnits.length - 1);
      return `${number(sizeBytes / 1000 ** power, { maximum: 1 })} ${byteUnits[power]}`;
    },
  };
}

export type Formats = ReturnType<typeof createFormats>;

const known = new Map<string, Formats>();

/** Numbers and times in the format of the language, by default in the viewer's time zone. */
export const formatsFor = (language: Language, timeZone?: string): Formats =>
  remembered(known, `${language} ${timeZone ?? ''}`, () => createFormats(language, timeZone));

export function useFormats(): Formats {
  // Renders the component again when the language changes.
  useTranslation();
  return formatsFor(currentLanguage());
}
