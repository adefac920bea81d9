/** The decimal separator, such as the German comma. */
export function decimalSign(locale: string): string {
  return new Intl.NumberFormat(locale).formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.';
}

/**
 * Reads a typed number: `1.284,5` and `1284,5` in German, `1,284.5` in English. A single separator of the other
 * language counts as the decimal separator unless it is at a thousands position, so `22.4` works in German too.
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

/** A number for editing, without thousands separators. */
export function numberToText(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 15 }).format(value);
}
