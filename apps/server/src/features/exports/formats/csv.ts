import { csvCell, toCsvLine } from '@stellwerk/contract/core/csv';
import type { ExportLayout } from '@stellwerk/contract/data-export';
import type { JsonValue } from '../../../platform/history/history.ts';
import { createZonedTime } from '../../state-history/index.ts';
import type { Block } from '../rows/block.ts';
import { columnNames, type FormatInput } from './format.ts';

/** Tells spreadsheets that the file is UTF-8. */
const byteOrderMark = '\ufeff';
const rowsOfPiece = 2_000;

type Cells = (block: Block) => (index: number) => string;

function createCells({ delimiter, decimal, zone }: ExportLayout): Cells {
  const timeOf = createZonedTime(zone);
  const numberText =
    decimal === '.' ? (value: number) => String(value) : (value: number) => String(value).replace('.', ',');

  function valueText(value: JsonValue | undefined): string {
    // Numbers can't be formulas, and the decimal sign is never the delimiter.
    if (typeof value === 'number') return Number.isFinite(value) ? numberText(value) : '';
    return csvCell(typeof value === 'object' && value !== null ? JSON.stringify(value) : value);
  }

  return ({ series, at, values }) => {
    const { category, twinId, twinTitle, externalId, key, title, unit } = series;
    const fixed = [category, twinId, twinTitle, externalId, key, title, unit].map(csvCell).join(delimiter);
    return (index) => `${fixed}${delimiter}${timeOf(at[index] ?? 0)}${delimiter}${valueText(values[index])}\r\n`;
  };
}

export async function* writeCsv({ blocks, layout, cutNote }: FormatInput): AsyncGenerator<string> {
  const cellsOf = createCells(layout);
  yield byteOrderMark + toCsvLine(columnNames, layout.delimiter);
  for await (const block of blocks) {
    const lineOf = cellsOf(block);
    for (let start = 0; start < block.at.length; start += rowsOfPiece) {
      let piece = '';
      const end = Math.min(start + rowsOfPiece, block.at.length);
      for (let index = start; index < end; index += 1) piece += lineOf(index);
      yield piece;
    }
  }
  const note = cutNote();
  if (note !== undefined) yield toCsvLine([note], layout.delimiter);
}
