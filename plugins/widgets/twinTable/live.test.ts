import type { LiveValue } from '@stellwerk/plugin/widget-web';
import { describe, expect, it } from 'vitest';
import type { TwinTableData } from './data.ts';
import { isLive, updated } from './live.ts';
import { manifest } from './manifest.ts';

const options = manifest.options.parse({
  attributes: [{ field: 'title' }, { field: 'status' }, { field: 'state', key: 'temp' }],
});
const data: TwinTableData = {
  total: 2,
  stateTitles: [],
  rows: [
    {
      twin: { id: 7, title: 'North', status: 'ok' },
      states: [{ id: 1, key: 'temp', unit: '°C', value: 20, timestamp: '2026-05-01T10:00:00.000Z', status: 'ok' }],
    },
    {
      twin: { id: 8, title: 'South', status: 'error' },
      states: [{ id: 2, key: 'temp', unit: '°C', value: 90, timestamp: '2026-05-01T10:00:00.000Z', status: 'error' }],
    },
  ],
};
const heard = (rest: Partial<LiveValue>): LiveValue => ({
  stateId: 1,
  dtwinId: 7,
  key: 'temp',
  value: 21,
  atMs: Date.parse('2026-05-01T10:05:00.000Z'),
  status: 'ok',
  ...rest,
});
const rowsOf = (result: ReturnType<typeof updated>) => (result === 'refetch' ? [] : result.rows);

describe('a table with new values', () => {
  it('shows them, and keeps the other rows unchanged', () => {
    const rows = rowsOf(updated(options, data, [heard({ value: 21 }), heard({ value: 22 })]));
    expect(rows[0]?.states).toMatchObject([{ value: 22, unit: '°C', timestamp: '2026-05-01T10:05:00.000Z' }]);
    expect(rows[1]).toBe(data.rows[1]);
  });

  it('shows a worse status at once', () => {
    const rows = rowsOf(updated(options, data, [heard({ value: 99, status: 'error' })]));
    expect(rows[0]?.twin.status).toBe('error');
    expect(rows[0]?.states[0]?.status).toBe('error');
  });

  it('asks the server when the state that caused a bad status has recovered', () => {
    expect(updated(options, data, [heard({ dtwinId: 8, stateId: 2, value: 50, status: 'ok' })])).toBe('refetch');
  });

  it('asks the server when a hidden state may have caused the bad status', () => {
    expect(updated(options, data, [heard({ dtwinId: 8, stateId: 99, key: 'other', status: 'ok' })])).toBe('refetch');
  });

  it('shows values without waiting for the status', () => {
    const values = [heard({ value: 23 }), heard({ dtwinId: 8, stateId: 99, key: 'other', status: 'ok' })];
    expect(rowsOf(updated(options, data, values))[0]?.states[0]?.value).toBe(23);
  });

  it('fetches a state that was created in the meantime', () => {
    expect(updated(options, data, [heard({ stateId: 50, key: 'Temp' })])).toBe('refetch');
  });

  it('stays the same object without changes', () => {
    expect(updated(options, data, [heard({ dtwinId: 1_000 })])).toBe(data);
    expect(updated(options, data, [heard({ stateId: 77, key: 'other', status: 'unknown' })])).toBe(data);
  });

  it('ignores the status if no column shows it', () => {
    const plain = manifest.options.parse({ attributes: [{ field: 'title' }] });
    expect(updated(plain, data, [heard({ dtwinId: 8, stateId: 99, key: 'other', status: 'ok' })])).toBe(data);
    expect([isLive(plain), isLive(options)]).toEqual([false, true]);
  });
});
