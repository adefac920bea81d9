import { listFavouriteMarks } from '@stellwerk/contract/favourite';
import { listTagsZones, listTwins } from '@stellwerk/contract/twin';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answers, on } from '../../testing/answers.ts';
import { type RenderOptions, render } from '../../testing/render.tsx';
import { TwinListPage } from './TwinListPage.tsx';

const twins = [
  { id: 1, title: 'Plant room', category: 'digitalTwin' as const },
  { id: 2, title: 'Pump sensor', category: 'virtualDevice' as const },
];
const room = page.getByRole('row', { name: /Plant room.*Digital twin/ });
const sensor = page.getByRole('row', { name: /Pump sensor.*Virtual device/ });

function show(options: RenderOptions = {}) {
  const path = '/digitaltwin-mgmt/list';
  answers(
    on(listTwins, ({ query }) => ({
      data: twins.filter(({ category }) => query.category === undefined || query.category === category),
    })),
    on(listTagsZones),
    on(listFavouriteMarks, { data: [] }),
  );
  return render(<TwinListPage />, { route: path, path, ...options });
}

it('tells twins and virtual devices apart, and opens a device on its own page', async () => {
  const { path } = await show();
  await expect.element(room).toBeVisible();
  await sensor.click();
  await expect.poll(path).toBe('/virtual-devices/2');
});

it('shows only devices on demand', async () => {
  await show({ path: '/digitaltwin-mgmt/list?category=virtualDevice' });
  await expect.element(sensor).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Kind.*Devices only/ })).toBeVisible();
  await expect.element(room).not.toBeInTheDocument();
});

it('leaves viewers of twins alone on the page of the twin', async () => {
  const { path } = await show({ abilities: ['DigitalTwin.list', 'DigitalTwin.read'] });
  await sensor.click();
  await expect.poll(path).toBe('/digitaltwin-mgmt/2');
});
