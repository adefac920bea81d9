/** More of a list or object does not help to understand a comparison. */
const mostText = 160;
const mostDigits = 6;

export interface Words {
  number: (value: number, digits: { maximum: number }) => string;
  /** The word for an absent value. */
  none: string;
  yes: string;
  no: string;
}

/** A compared value in one line; texts are quoted so that "5" is not read as 5. */
export function evaluatedValueText(value: unknown, { number, none, yes, no }: Words): string {
  if (value === null || value === undefined) return none;
  if (typeof value === 'number') return number(value, { maximum: mostDigits });
  if (typeof value === 'boolean') return value ? yes : no;
  const text = JSON.stringify(value);
  return text.length > mostText ? `${text.slice(0, mostText)}…` : text;
}
