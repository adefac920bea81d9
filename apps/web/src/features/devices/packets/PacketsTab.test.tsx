import { type Device, device as deviceSchema } from '@stellwerk/contract/device';
import { type DevicePacket, listDevicePackets } from '@stellwerk/contract/packet';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../../testing/accessibility.ts';
import { type Answered, answers, on, refusal } from '../../../testing/answers.ts';
import { choose, press } from '../../../testing/gestures.ts';
import { phone, type RenderOptions, render } from '../../../testing/render.tsx';
import { type PartOf, sampleOf } from '../../../testing/sample.ts';
import { PacketsTab } from './PacketsTab.tsx';

const device: Device = sampleOf(deviceSchema, { id: 8, title: 'Zähler', driver: null, abilities: { update: false } });
const applied: PartOf<DevicePacket> = {
  id: '1-1',
  payload: { t: 230 },
  outcome: 'applied',
  values: { temperature: 23 },
  replaced: [{ key: 'temperature', by: '1-2' }],
};
const partial: PartOf<DevicePacket> = {
  ...applied,
  id: '1-3',
  payload: { t: 220, b: 'leer' },
  outcome: 'partial',
  reason: { code: 'PACKET_PARTIAL', message: 'Nicht übernommen: battery' },
  values: { temperature: 22 },
  refused: [{ key: 'battery', reason: { code: 'DTWINSTATE_VALUE_TYPE', message: 'Der Wert passt nicht' } }],
  replaced: [],
};
const rejected: PartOf<DevicePacket> = {
  ...applied,
  id: '1-4',
  outcome: 'rejected',
  reason: { code: 'PACKET_TIME', message: 'Die Zeit liegt vor dem Jahr 2000' },
  values: {},
  replaced: [],
};

const serve = (packets: PartOf<DevicePacket>[], ...more: Answered[]) =>
  answers(
    on(listDevicePackets, ({ query }) => ({
      data: { packets: packets.filter(({ outcome }) => !query.outcome || outcome === query.outcome) },
    })),
    ...more,
  );
const show = (options: RenderOptions = {}) =>
  render(<PacketsTab device={device} />, { language: 'de', route: '/device', path: '/device?tab=packets', ...options });
const row = (name: RegExp) => page.getByRole('row', { name });

it('shows which values were refused, and which another packet replaced', async () => {
  serve([applied, partial, rejected]);
  await show();
  await expect.element(row(/Abgewiesen.*vor dem Jahr 2000/)).toBeVisible();
  const some = row(/Teilweise übernommen.*Nicht übernommen: battery/);
  await some.click();
  await expect.element(page.getByText(/battery: Der Wert passt nicht/)).toBeVisible();
  await some.click();
  await expect.element(page.getByText(/battery: Der Wert passt nicht/)).not.toBeInTheDocument();
  await row(/Übernommen Ersetzt.*temperature 23/).click();
  await expect.element(page.getByText(/Ein späteres Paket mit derselben Zeit/)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

it('is filtered by what became of a packet', async () => {
  serve([applied, rejected]);
  const { path } = await show();
  await choose(page.getByRole('combobox').first(), 'Abgewiesen');
  await expect.element(row(/temperature 23/)).not.toBeInTheDocument();
  await expect.element(row(/Abgewiesen/)).toBeVisible();
  await expect.poll(path).toContain('outcome=rejected');
});

it('says how packets get here, also on a phone', async () => {
  serve([]);
  await show({ size: phone });
  await expect.element(page.getByText('Keine Pakete in diesem Zeitraum')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
});

it('says why packets did not load, and tries again', async () => {
  const server = serve([], on(listDevicePackets, refusal('INTERNAL_ERROR')));
  await show();
  await expect.element(page.getByRole('alert')).toBeVisible();
  server.answer(on(listDevicePackets, { data: { packets: [applied] } }));
  await press(page, 'Erneut versuchen');
  await expect.element(row(/temperature 23/)).toBeVisible();
});
