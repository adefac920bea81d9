import { z } from 'zod';

/** Headers of the connection must not be set by users (RFC 9110, 7.6.1). */
const ofConnection =
  /^(connection|content-length|expect|host|keep-alive|proxy-[a-z-]+|te|trailer|transfer-encoding|upgrade)$/i;

export interface Header {
  name: string;
  value: string;
}

/** Parses `Name: value`; undefined if the line is not a valid header (RFC 9110, 5.1 and 5.5). */
export function parseHeader(line: string): Header | undefined {
  const [, name, value = ''] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\p{Cc}]*)$/u.exec(line) ?? [];
  return name === undefined || ofConnection.test(name) ? undefined : { name, value: value.trim() };
}

export const headerLine = z
  .string()
  .trim()
  .max(1_000)
  .refine((line) => parseHeader(line) !== undefined);

/** Later headers win. Values are limited to Latin-1: the HTTP library would refuse other characters. */
export const headersOf = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap((line) => {
      const header = parseHeader(line);
      return header ? [[header.name.toLowerCase(), header.value.replace(/[^\x20-\x7e\xa0-\xff]/g, '?')]] : [];
    }),
  );
