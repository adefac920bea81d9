import { toCsvLine } from '@stellwerk/contract/core/csv';
import { csvFile } from '../../../lib/csv-text.ts';
import { saveFile } from '../../../lib/download.ts';
import { fileNameOf } from './file-name.ts';

export type CsvRow = readonly (string | number | null)[];

export const csvText = (rows: readonly CsvRow[]): string => rows.map((row) => toCsvLine(row)).join('');

export function saveCsv(rows: readonly CsvRow[], title: string): void {
  saveFile(csvFile(csvText(rows)), fileNameOf(title, 'csv'));
}
