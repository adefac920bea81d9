import { type Device, device as deviceSchema, readDevice } from '@stellwerk/contract/device';
import { ignoreProblem } from '@stellwerk/contract/device-health';
import { readDriverVersion } from '@stellwerk/contract/driver';
import { listDownlinks, sendDownlink } from '@stellwerk/contract/packet';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on, refusal } from '../../testing/answers.ts';
import { press, reported } from '../../testing/gestures.ts';
import { phone, render } from '../../testing/render.tsx';
import { type PartOf, sampleOf } from '../../testing/sample.ts';
import { DownlinkDialog } from './downlinks/DownlinkDialog.tsx';
import { DownlinksTab } from './downlinks/DownlinksTab.tsx';
import { HealthPanel } from './health/HealthPanel.tsx';

const made = (part: PartOf<Device> = {}) =>
  sampleOf(deviceSchema, {
    id: 8,
    title: 'Valve',
    driver: null,
    abilities: { sendDownlink: true, update: true },
    ...part,
  });

describe('a downlink', () => {
  const dialog = page.getByRole('dialog', { name: 'Downlink to Valve' });
  const content = dialog.getByRole('textbox', { name: 'Content' });

  it('is sent only with a valid content', async () => {
    const server = answers(on(sendDownlink));
    await render(<DownlinkDialog device={made()} onClose={() => undefined} />, { size: phone });
    await content.fill('01f');
    await expect.element(dialog.getByText(/A hex digit is missing/)).toBeVisible();
    await press(dialog, 'Send');
    expect(server.calls(sendDownlink)).toEqual([]);
    await content.fill('01ff');
    await expect.element(dialog.getByText(/2 bytes/)).toBeVisible();
    expect(await accessibilityProblems()).toEqual([]);
    await press(dialog, 'Send');
    await reported('The downlink is on its way.');
    expect(server.calls(sendDownlink)).toMatchObject([{ params: { id: 8 }, body: { payload: '01ff', port: 1 } }]);
  });

  it('may be one of the driver, which is sent by its name', async () => {
    const server = answers(
      on(sendDownlink),
      on(readDriverVersion, { data: { number: 2, downlinks: [{ name: 'Close', payload: '00', port: 5 }] } }),
    );
    await render(
      <DownlinkDialog device={made({ driver: { id: 3, title: 'Valve', version: 2 } })} onClose={() => undefined} />,
    );
    await expect.element(dialog.getByRole('combobox', { name: 'Downlink' })).toMatchTextContent('Close');
    await press(dialog, 'Send');
    await expect.poll(() => server.calls(sendDownlink).map(({ body }) => body)).toMatchObject([{ name: 'Close' }]);
  });

  it('that the server refuses is marked at its content', async () => {
    answers(on(sendDownlink, refusal('VDEVICE_DOWNLINK_PAYLOAD', { message: 'Too long' })));
    await render(<DownlinkDialog device={made()} onClose={() => undefined} />);
    await content.fill('01ff');
    await press(dialog, 'Send');
    await expect.element(content).toHaveAttribute('aria-invalid', 'true');
    await expect.element(dialog.getByText('Too long')).toBeVisible();
  });

  it('is listed with its state, which follows the server', async () => {
    const sent = { id: 1, name: null, payload: '01ff', state: 'pending' as const };
    const server = answers(on(listDownlinks, { data: [sent] }));
    await render(<DownlinksTab device={made()} onSend={() => undefined} />);
    await expect.element(page.getByRole('row', { name: /01ff/ })).toBeVisible();
    const reason = { code: 'BRIDGE', message: 'Nobody is connected' };
    server.answer(on(listDownlinks, { data: [{ ...sent, state: 'failed', reason }] }));
    await server.push('device/8/downlinks', { id: 1, state: 'failed', changedAt: '2026-03-01T12:00:00.000Z' });
    await expect.element(page.getByText('Nobody is connected')).toBeVisible();
  });

  it('cannot be sent through a connector that only receives', async () => {
    answers(on(listDownlinks, { data: [] }));
    await render(<DownlinksTab device={made({ abilities: { sendDownlink: false } })} onSend={() => undefined} />);
    await expect.element(page.getByText(/it cannot send downlinks/)).toBeVisible();
    expect(page.getByRole('button', { name: 'Send downlink' }).elements()).toEqual([]);
  });
});

describe('the health of a device', () => {
  const low = { identifier: 'battery-low', message: 'Battery low', severity: 'warning' as const, isIgnored: false };
  const dead = { identifier: 'dead', message: 'No answer', severity: 'error' as const, isIgnored: false };
  const panel = page.getByRole('dialog', { name: 'Health of Valve' });
  const show = () => render(<HealthPanel deviceId={8} title="Valve" onClose={() => undefined} />);

  it('lists the worst problem first', async () => {
    answers(on(readDevice, { data: made({ health: 'error', problems: [low, dead] }) }));
    await show();
    const items = panel.getByRole('list', { name: 'Problems' }).getByRole('listitem');
    await expect.element(items.first()).toMatchTextContent('No answer');
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('ignores a problem, and heeds it again', async () => {
    let isIgnored = false;
    const server = answers(
      on(readDevice, () => ({ data: made({ health: 'warning', problems: [{ ...low, isIgnored }] }) })),
      on(ignoreProblem, ({ params }) => {
        isIgnored = params.flag;
        return { data: { health: 'warning' as const, problems: [{ ...low, isIgnored }] } };
      }),
    );
    await show();
    await press(panel, 'Ignore: Battery low');
    await expect.element(panel.getByText('Ignored', { exact: true })).toBeVisible();
    await press(panel, 'Heed again: Battery low');
    await expect.element(panel.getByRole('button', { name: 'Ignore: Battery low' })).toBeVisible();
    expect(server.calls(ignoreProblem).map(({ params }) => params)).toEqual([
      { id: 8, identifier: 'battery-low', flag: true },
      { id: 8, identifier: 'battery-low', flag: false },
    ]);
  });

  it('is only shown without the permission to change it', async () => {
    answers(on(readDevice, { data: made({ health: 'warning', problems: [low], abilities: { update: false } }) }));
    await show();
    await expect.element(panel.getByText('Battery low')).toBeVisible();
    expect(panel.getByRole('button', { name: /Ignore/ }).elements()).toEqual([]);
  });

  it('says that there is no problem', async () => {
    answers(on(readDevice, { data: made({ health: 'ok', problems: [] }) }));
    await show();
    await expect.element(panel.getByText('No problems.')).toBeVisible();
  });
});
