import { csvFile } from '../../../lib/csv-text.ts';
import { saveFile } from '../../../lib/download.ts';
import { fileNameOf } from './file-name.ts';

export type CsvRow = readonly (string | number | null)[];

/** What a spreadsheet would run as a formula, the full-width forms and leading blanks included (CWE-1236). */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
const needsQuotes = /[",;\t\r\n]|^\s|\s$/;

function cellText(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const text = formulaStart.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** As RFC 4180 wants it. Numbers stay numbers; texts never become formulas. */
export const csvText = (rows: readonly CsvRow[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');

export function saveCsv(rows: readonly CsvRow[], title: string): void {
  saveFile(csvFile(csvText(rows)), fileNameOf(title, 'csv'));
}
