import { z } from 'zod';

/** A yes or no in an address. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Several values in one field of an address, separated by commas. */
export function textList<T extends z.ZodType>(item: T, max: number) {
  // The item's own schema decides what a text may be; its declared input (unknown, where it coerces) says less.
  const items = z.array(item).max(max) as unknown as z.ZodType<z.output<T>[], string[]>;
  return z
    .string()
    .transform((text) => text.split(',').filter((part) => part !== ''))
    .pipe(items);
}
