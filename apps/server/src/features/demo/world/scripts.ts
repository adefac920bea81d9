/** Transformers of computed states; `value` is the list of source values, null for sources without one. */

export const sum = 'return value.reduce((total, each) => total + (each ?? 0), 0);';
export const greatest = 'return Math.max(...value.filter((each) => each !== null));';
export const countTrue = 'return value.filter((each) => each === true).length;';
export const countFalse = 'return value.filter((each) => each === false).length;';
/** A parking space without a value counts as free. */
export const shareTrue =
  'return value.length ? Math.round((value.filter((each) => each === true).length / value.length) * 100) : 0;';
export const countAbove = (limit: number) => `return value.filter((each) => each !== null && each >= ${limit}).length;`;
export const kilo = 'return Math.round(value.reduce((total, each) => total + (each ?? 0), 0)) / 1000;';
