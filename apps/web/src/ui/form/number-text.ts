/** The sign between whole part and fraction, such as the German comma. */
export function decimalSign(locale: string): string {
  return new Intl.NumberFormat(locale).formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.';
}

/**
 * Reads a number as people type it: `1.284,5` and `1284,5` in German, `1,284.5` in English. A single sign of the wrong
 * kind counts as the decimal sign unless it stands where thousands are grouped, so `22.4` works in German too.
 */
export function parseNumberText(text: string, locale: string): number | undefined {
  const decimal = decimalSign(locale);
  const group = decimal === ',' ? '.' : ',';
  const compact = text.replace(/[\s\u202f'’]/g, '').replace('−', '-');
  if (compact === '') return undefined;
  const groupedOnly = !compact.includes(decimal) && compact.split(group).length === 2;
  const looksDecimal = groupedOnly && !/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(compact);
  const isGrouped = new RegExp(`^[+-]?\\d{1,3}(\\${group}\\d{3})+(\\${decimal}\\d*)?$`).test(compact);
  const plain = looksDecimal
    ? compact.replace(group, '.')
    : isGrouped
      ? compact.replaceAll(group, '').replace(decimal, '.')
      : compact.replace(decimal, '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** A number for editing: without groups, which would only be in the way. */
export function numberToText(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 15 }).format(value);
}
