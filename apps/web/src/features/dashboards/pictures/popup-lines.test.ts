import { visualisation } from '@stellwerk/contract/state';
import type { WidgetAttribute } from '@stellwerk/contract/widget';
import { expect, it } from 'vitest';
import { popupLines } from './popup-lines.ts';

const state = (key: string, more: object = {}) => ({
  key,
  title: `Title of ${key}`,
  value: 1,
  layout: 'auto' as const,
  visualisation: visualisation.parse({}),
  ...more,
});
const status: WidgetAttribute = { field: 'status', key: '', label: 'Status', width: 2 };
const chosen: WidgetAttribute = { field: 'state', key: 'CO2', label: '', width: 2 };

it('shows the configured attributes first, then the remaining values, each once', () => {
  const { lines, more } = popupLines({ attributes: [status, chosen], showValues: true }, [
    state('co2'),
    state('temperature'),
  ]);
  expect(lines.map(({ field, key }) => [field, key])).toEqual([
    ['status', ''],
    ['state', 'CO2'],
    ['state', 'temperature'],
  ]);
  expect(more).toBe(0);
});

it('omits hidden and empty values, and counts those beyond the limit', () => {
  const many = Array.from({ length: 9 }, (_, index) => state(`s${index}`));
  const hidden = [
    state('layout', { layout: 'hidden' }),
    state('never', { value: null }),
    state('look', { visualisation: visualisation.parse({ component: 'hidden' }) }),
  ];
  const { lines, more } = popupLines({ attributes: [], showValues: true }, [...hidden, ...many]);
  expect(lines.map(({ key }) => key)).toEqual(['s0', 's1', 's2', 's3', 's4', 's5']);
  expect(more).toBe(3);
  expect(popupLines({ attributes: [status], showValues: false }, many)).toEqual({ lines: [status], more: 0 });
});
