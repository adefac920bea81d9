import { listRoutingDevices } from '@stellwerk/contract/device';
import { listTwinStates } from '@stellwerk/contract/state';
import { twin } from '@stellwerk/contract/twin';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on } from '../../testing/answers.ts';
import { render } from '../../testing/render.tsx';
import { sampleOf } from '../../testing/sample.ts';
import { RoutedInTab } from './RoutedInTab.tsx';

const serial = { name: 'serial', value: '4711' };
const room = sampleOf(twin, { id: 5, title: 'Room', references: [serial] });
const timestamp = '2026-03-01T12:00:00.000Z';

it('shows which device writes which data state, by which reference id, and the last value', async () => {
  answers(
    on(listTwinStates, {
      data: [
        {
          id: 1,
          key: 'temperature',
          title: 'Room temperature',
          unit: '°C',
          config: { source: 'datarouting' },
          value: 21.5,
          timestamp,
        },
        { id: 2, key: 'level', title: 'Level', config: { source: 'datarouting' } },
        { id: 3, key: 'note', title: 'Note', config: { source: 'none' } },
      ],
    }),
    on(listRoutingDevices, {
      data: [
        { id: 8, title: 'Sensor A', targetReference: serial, keys: ['temperature'] },
        { id: 9, title: 'Sensor B', targetReference: serial, keys: [] },
      ],
    }),
  );
  await render(<RoutedInTab kind="twin" twin={room} />);
  const row = page.getByRole('row', { name: /Room temperature.*Sensor A.*serial = 4711.*21\.5/ });
  await expect.element(row).toBeVisible();
  await expect
    .element(row.getByRole('link', { name: 'Sensor A' }))
    .toHaveAttribute('href', expect.stringContaining('/virtual-devices/8'));
  await expect.element(page.getByRole('row', { name: /Level.*No device/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Note/ })).not.toBeInTheDocument();
  const lost = page.getByRole('region', { name: 'Devices without a matching data state' });
  await expect.element(lost.getByRole('link', { name: 'Sensor B' })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

it('says what is missing where nothing can be routed into the twin', async () => {
  answers(on(listTwinStates, { data: [] }), on(listRoutingDevices, { data: [] }));
  await render(<RoutedInTab kind="twin" twin={{ ...room, references: [] }} />);
  await expect.element(page.getByText(/The twin has no reference id/)).toBeVisible();
  await expect.element(page.getByText('No data state with the source data routing')).toBeVisible();
});
