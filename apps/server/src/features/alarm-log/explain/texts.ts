import { fillText, type Language } from '@stellwerk/contract/text';
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };

export type Texts = typeof de;
const texts: Record<Language, Texts> = { de, en };

export const textsIn = (language: Language): Texts => texts[language];

/** Appends the reason of a failure to a sentence, if there is one. */
export const withReason = ({ withReason: pattern }: Texts, text: string, reason: string | null): string =>
  reason === null ? text : fillText(pattern, { text, reason });
