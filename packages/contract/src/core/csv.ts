export type CsvValue = string | number | bigint | boolean | Date | null | undefined;
export type CsvSeparator = ',' | ';' | '\t';

/**
 * Spreadsheets execute cells that start with these characters as formulas, some after skipping white space; the
 * full-width forms too. CWE-1236.
 */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
const needsQuotes = /[",;\t\r\n]|^\s|\s$/;

function cellText(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string') return String(value);
  return formulaStart.test(value) ? `'${value}` : value;
}

/** Numbers stay numbers, negative ones included; text that a spreadsheet would execute gets a leading apostrophe. */
export function csvCell(value: CsvValue): string {
  const text = cellText(value);
  // Quoted for every common separator, not only for ours: the reading program may expect another one.
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line with its line break, as RFC 4180 requires. */
export const toCsvLine = (values: readonly CsvValue[], separator: CsvSeparator = ','): string =>
  `${values.map(csvCell).join(separator)}\r\n`;
