/** More of a list or an object does not help to understand a comparison. */
const mostText = 160;
const mostDigits = 6;

export interface Words {
  number: (value: number, digits: { maximum: number }) => string;
  /** For nothing at all. */
  none: string;
  yes: string;
  no: string;
}

/** A value that was compared, in one line; texts stand in quotes so that "5" is not taken for 5. */
export function judgedText(value: unknown, { number, none, yes, no }: Words): string {
  if (value === null || value === undefined) return none;
  if (typeof value === 'number') return number(value, { maximum: mostDigits });
  if (typeof value === 'boolean') return value ? yes : no;
  const text = JSON.stringify(value);
  return text.length > mostText ? `${text.slice(0, mostText)}…` : text;
}
