import type { JsonValue } from '@stellwerk/plugin/json';
import type { Cell, TableRowPicture } from '@stellwerk/plugin/widget-web';
import { describe, expect, it } from 'vitest';
import { foundRows, isNumberColumn, sortedRows } from './table-rows.ts';

const text = (content: string): Cell => ({ is: 'text', text: content });
const value = (content: JsonValue): Cell => ({ is: 'value', value: content, unit: '°C', atMs: null, status: 'ok' });
const row = (twinId: number, ...cells: Cell[]): TableRowPicture => ({ twinId, title: `Twin ${twinId}`, cells });
const ids = (rows: readonly TableRowPicture[]) => rows.map(({ twinId }) => twinId);

describe('sortedRows', () => {
  it('sorts texts with numbers in natural order', () => {
    const rows = [row(1, text('Room 10')), row(2, text('room 2')), row(3, text('Äther')), row(4, text('Zoo'))];
    expect(ids(sortedRows(rows, { column: 0, descending: false }, 'de-DE'))).toEqual([3, 2, 1, 4]);
    expect(ids(sortedRows(rows, { column: 0, descending: true }, 'de-DE'))).toEqual([4, 1, 2, 3]);
  });

  it('sorts numbers by value, before texts, with missing values last in both directions', () => {
    const rows = [row(1, value(null)), row(2, value(9)), row(3, value('n/a')), row(4, value(-10)), row(5, value(true))];
    expect(ids(sortedRows(rows, { column: 0, descending: false }, 'en-GB'))).toEqual([4, 5, 2, 3, 1]);
    expect(ids(sortedRows(rows, { column: 0, descending: true }, 'en-GB'))).toEqual([3, 2, 5, 4, 1]);
  });

  it('sorts a status by severity', () => {
    const rows = [
      row(1, { is: 'status', status: 'error' }),
      row(2, { is: 'status', status: 'ok' }),
      row(3, { is: 'status', status: 'warning' }),
    ];
    expect(ids(sortedRows(rows, { column: 0, descending: true }, 'en-GB'))).toEqual([1, 3, 2]);
  });

  it('keeps the order of equal rows', () => {
    const rows = [row(3, text('a')), row(1, text('A')), row(2, text('a'))];
    expect(ids(sortedRows(rows, { column: 0, descending: true }, 'en-GB'))).toEqual([3, 1, 2]);
  });
});

describe('foundRows', () => {
  const rows = [row(1, text('North wing'), text('cold')), row(2, text('South wing'), text('warm'))];
  const textOf = (cell: Cell) => (cell.is === 'text' ? cell.text : '');

  it('finds every word anywhere in the row', () => {
    expect(ids(foundRows(rows, 'WING warm', textOf))).toEqual([2]);
    expect(ids(foundRows(rows, 'twin 1', textOf))).toEqual([1]);
    expect(ids(foundRows(rows, 'north warm', textOf))).toEqual([]);
  });

  it('returns all rows without a search', () => {
    expect(foundRows(rows, '  ', textOf)).toBe(rows);
  });
});

describe('isNumberColumn', () => {
  it('is true if most values are numbers', () => {
    expect(isNumberColumn([row(1, value(1)), row(2, value(null)), row(3, value(2)), row(4, value('x'))], 0)).toBe(true);
    expect(isNumberColumn([row(1, value('on')), row(2, value(1))], 0)).toBe(false);
    expect(isNumberColumn([row(1, text('1'))], 0)).toBe(false);
  });
});
