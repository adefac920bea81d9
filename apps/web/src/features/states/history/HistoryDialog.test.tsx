import { searchHistory, searchSeries } from '@stellwerk/contract/state-history';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answers, on } from '../../../testing/answers.ts';
import { render } from '../../../testing/render.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';

const state = {
  id: 1,
  key: 'level',
  title: 'Level',
  unit: 'm',
  valueType: 'number' as const,
  decimals: null,
  validSeconds: null,
};

async function show(abilities: string[]) {
  answers(on(searchSeries, { data: { series: [] } }), on(searchHistory, { data: { points: [], hasMore: false } }));
  await render(<HistoryDialog state={state} onClose={() => undefined} />, { language: 'en', abilities });
}

it('names the permission and the role without which there are no values by interval', async () => {
  await show(['DigitalTwin.read']);
  await expect.element(page.getByText(/permission InfluxDB\.read.*role InfluxDBRead/)).toBeVisible();
  expect(page.getByLabelText('Interval').elements()).toEqual([]);
});

it('offers values by interval with the permission', async () => {
  await show(['DigitalTwin.read', 'InfluxDB.read']);
  await expect.element(page.getByLabelText('Interval')).toBeVisible();
  expect(page.getByText(/InfluxDBRead/).elements()).toEqual([]);
});
