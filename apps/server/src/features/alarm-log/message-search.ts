import type { ErrorCode } from '@stellwerk/contract/errors';
import errorsDe from '@stellwerk/contract/locales/errors.de.json' with { type: 'json' };
import errorsEn from '@stellwerk/contract/locales/errors.en.json' with { type: 'json' };
import type { Language } from '@stellwerk/contract/text';

const texts: Record<Language, Record<ErrorCode, string>> = { de: errorsDe, en: errorsEn };

export interface MessageWord {
  /** In lower case. */
  text: string;
  /** Codes whose own words, without the values in them, hold the word in the caller's language. */
  codes: string[];
}

const placeholder = /\{\w+\}/;

/** What somebody looks for in messages. Texts of the platform are not stored, so their words are looked up here. */
export function messageWords(search: string, language: Language): MessageWord[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return [...new Set(words)].map((text) => {
    const says = ([, template]: [string, string]) =>
      template
        .toLowerCase()
        .split(placeholder)
        .some((part) => part.includes(text));
    return {
      text,
      codes: Object.entries(texts[language])
        .filter(says)
        .map(([code]) => code),
    };
  });
}
