import { z } from 'zod';

/** A boolean in a query string. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Several values in one query field, separated by commas. */
export function textList<T extends z.ZodType>(item: T, max: number) {
  // The item's own schema validates each text; its declared input type (unknown, if it coerces) is less precise.
  const items = z.array(item).max(max) as unknown as z.ZodType<z.output<T>[], string[]>;
  return z
    .string()
    .transform((text) => text.split(',').filter((part) => part !== ''))
    .pipe(items);
}
