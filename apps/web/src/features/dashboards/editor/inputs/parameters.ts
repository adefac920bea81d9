/** `{{param.floor}}` stands where an id could stand. */
export const parameterText = (name: string) => `{{param.${name}}}`;

/** The parameter that stands in the place of an id; undefined for ids. */
export const parameterIn = (text: string): string | undefined =>
  /^\{\{\s*param\.([A-Za-z][A-Za-z0-9_]{0,49})\s*\}\}$/.exec(text)?.[1];

/** The id in a text; undefined where a parameter or nothing stands. */
export const idIn = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
