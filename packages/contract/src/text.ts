export const languages = ['de', 'en'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'de';

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);

/** Fills `{name}` placeholders; a missing value leaves the placeholder visible instead of an empty gap. */
export function fillText(text: string, params: Record<string, unknown>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : placeholder,
  );
}

/** Words that are also written in lists, such as tags and groups. */
export const withoutSeparators = /^[^,;]+$/;
