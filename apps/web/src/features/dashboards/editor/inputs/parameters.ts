/** `{{param.floor}}` may replace an id. */
export const parameterText = (name: string) => `{{param.${name}}}`;

/** The parameter that replaces an id; undefined for ids. */
export const parameterIn = (text: string): string | undefined =>
  /^\{\{\s*param\.([A-Za-z][A-Za-z0-9_]{0,49})\s*\}\}$/.exec(text)?.[1];
