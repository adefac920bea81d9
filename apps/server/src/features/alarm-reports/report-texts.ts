import type { ReportLocale } from '@stellwerk/contract/alarm-report';
import { fillText, type Language } from '@stellwerk/contract/text';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };

const texts: Record<Language, typeof en> = { de, en };

export const languageOf = (locale: ReportLocale): Language => (locale === 'de-DE' ? 'de' : 'en');

/** The words of a report, and times on the clock of its zone. */
export function createReportTexts(locale: ReportLocale, zone: string) {
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  const number = new Intl.NumberFormat(locale);
  return {
    ...texts[languageOf(locale)],
    fill: fillText,
    time: (at: Date): string => time.format(at),
    number: (value: number): string => number.format(value),
  };
}
export type ReportTexts = ReturnType<typeof createReportTexts>;
