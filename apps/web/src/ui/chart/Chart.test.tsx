import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { focus, Kept, render } from '../../testing/render.tsx';
import { Chart } from './Chart.tsx';
import type { ChartModel } from './chart-model.ts';

const fromMs = Date.parse('2026-03-01T10:00:00Z');
const model: ChartModel = {
  kind: 'time',
  zone: 'Europe/Berlin',
  fromMs,
  toMs: fromMs + 7_200_000,
  series: [
    {
      name: 'Hall',
      unit: '°C',
      points: [
        [fromMs, 10],
        [fromMs + 3_600_000, 30],
        [fromMs + 7_200_000, 20],
      ],
    },
  ],
};

it('describes its values in words, and shows them as a table that Escape closes', async () => {
  await render(<Chart label="Temperature" model={model} tools={{ dataView: true }} />);
  const figure = page.getByRole('figure', { name: /Temperature/ });
  await expect.element(figure).toMatchTextContent('Hall: last 20 °C, least 10 °C, greatest 30 °C.');
  await focus(page.getByRole('button', { name: 'Data as a table' }));
  await userEvent.keyboard('{Enter}');
  const table = page.getByRole('table', { name: 'Data: Temperature' });
  await expect.element(table.getByRole('cell', { name: 'Hall' }).first()).toBeVisible();
  expect(table.getByRole('row').elements()).toHaveLength(4);
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(table).not.toBeInTheDocument();
});

it('says that it has no values', async () => {
  await render(<Chart label="Temperature" model={{ kind: 'time', series: [] }} />);
  await expect.element(page.getByText('No values in this range')).toBeVisible();
});

it('has a limit that arrow keys move', async () => {
  const onMove = vi.fn();
  await render(
    <Kept initial={20}>
      {(value, change) => (
        <Chart
          label="Temperature"
          model={model}
          limits={[
            {
              id: 'warm',
              value,
              label: 'Too warm',
              text: `> ${value} °C`,
              onMove: (next) => {
                onMove(next);
                change(next);
              },
            },
          ]}
        />
      )}
    </Kept>,
  );
  const limit = page.getByRole('slider', { name: 'Too warm' });
  await focus(limit);
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(() => onMove).toHaveBeenCalledOnce();
  expect(onMove.mock.lastCall?.[0]).toBeGreaterThan(20);
  await expect.element(limit).toHaveAttribute('aria-valuenow', String(onMove.mock.lastCall?.[0]));
});
