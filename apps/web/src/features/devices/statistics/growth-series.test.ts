import { describe, expect, it } from 'vitest';
import { growthSeries } from './growth-series.ts';

const times = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
const names = { total: 'All', others: 'Others' };

describe('growthSeries', () => {
  it('draws the whole and one line for each connector, the largest first', () => {
    const growth = {
      times,
      total: [3, 5],
      byConnector: [
        { connectorId: 1, name: 'small', counts: [1, 1] },
        { connectorId: 2, name: 'large', counts: [2, 4] },
      ],
      byAccount: [],
    };
    const series = growthSeries(growth, 'connector', names);
    expect(series.map(({ name }) => name)).toEqual(['All', 'large', 'small']);
    expect(series[1]?.points).toEqual([
      [Date.parse('2026-01-01T00:00:00.000Z'), 2],
      [Date.parse('2026-01-02T00:00:00.000Z'), 4],
    ]);
  });

  it('adds up what has no colour of its own', () => {
    const byAccount = Array.from({ length: 9 }, (_, index) => ({
      tenantId: index,
      name: `account ${index}`,
      counts: [0, index + 1],
    }));
    const series = growthSeries({ times, total: [0, 45], byConnector: [], byAccount }, 'account', names);
    expect(series).toHaveLength(8);
    expect(series.at(-1)).toMatchObject({
      name: 'Others',
      points: [expect.anything(), [expect.anything(), 1 + 2 + 3]],
    });
  });
});
