import { expect, it } from 'vitest';
import { openGuide } from './guide-page.ts';
import { setUpGuide } from './guide-setup.ts';

type Start = Awaited<ReturnType<typeof setUpGuide>>;

/** A device that is pinned to version 1 of its driver, which reads hundredths; the draft reads tenths. */
async function makeDevice({ call, tenantId, visited }: Start) {
  const { example } = openGuide('de', 'write-a-parser');
  const [script, packet, values] = [example(), JSON.parse(example()), JSON.parse(example())];
  const webhook = { tenantId, type: 'webhook-incoming', name: 'Webhook' };
  const { connector, generated } = await call<{ connector: { id: number }; generated: Record<string, string> }>(
    'POST',
    '/bridge',
    webhook,
  );
  const draftOf = (text: string) => ({
    parser: { type: 'javascript', script: text },
    variables: Object.keys(values).map((name) => ({ name })),
  });
  const driver = { title: 'Raumfühler', accountId: tenantId, draft: draftOf(script) };
  const { id: driverId } = await call<{ id: number }>('POST', '/devicedrivers', driver);
  await call('POST', `/devicedrivers/${driverId}/publish`, {});
  await call('PUT', `/devicedrivers/${driverId}`, { draft: draftOf(script.replace('/ 100', '/ 10')) });
  const device = { title: 'Büro', deviceId: 'office', tenantId, bridgeId: connector.id, deviceDriverId: driverId };
  const { id } = await call<{ id: number }>('POST', '/virtualdevice/', device);
  await call('PUT', `/virtualdevice/${id}`, { deviceDriverVersion: 1 });
  const post = async (payload: string = packet.payload) => {
    const answer = await fetch(`${visited.baseUrl}/api/v1/webhook/${connector.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': generated.key ?? '' },
      body: JSON.stringify({ id: 'office', payload }),
    });
    expect(answer.status).toBe(202);
  };
  await post();
  return { driverPath: `/virtual-device-drivers/${driverId}`, devicePath: `/virtual-devices/${id}`, post };
}

it('compares versions, parses past packets again and adds checks and downlinks, word for word', async () => {
  const start = await setUpGuide('de');
  const { page, main, open, press, fill, tab, menu, answer } = start;
  const { driverPath, devicePath, post } = await makeDevice(start);
  const { label } = openGuide('de', 'write-a-parser', 'Versionen');
  const dialogGone = () => page.getByRole('dialog').waitFor({ state: 'detached' });
  const openDevice = async (value: string) => {
    await open(devicePath);
    await main.getByText(value, { exact: true }).first().waitFor();
  };
  const publish = async (button: string) => {
    await press('Veröffentlichen');
    await answer(button);
    await dialogGone();
  };
  const settings = label();
  await openDevice('21,5');
  await open(driverPath);
  await menu(label());
  await page.getByText('1 von 1 Paketen ergibt etwas anderes.').waitFor();
  await page.getByRole('row', { name: 'temperature 21.5 215' }).waitFor();
  await answer('Schließen');
  await dialogGone();
  await publish('Veröffentlichen');
  // Still parsed by the version to which the device is pinned.
  await post('08ca24');
  await openDevice('22,5');
  await tab(settings);
  await page.getByRole('combobox', { name: 'Version des Treibers' }).click();
  await page.getByRole('option', { name: 'Keine Angabe' }).click();
  await press('Speichern');
  await page.getByText('„Büro“ ist gespeichert.').waitFor();
  await tab('Übersicht');
  const again = label();
  await menu(again);
  await answer(label());
  await page.getByText('2 Pakete.').waitFor();
  await answer(again);
  await page.getByText('2 Pakete sind neu ausgewertet.').waitFor();
  await answer('Schließen');
  await openDevice('225');

  const { label: more } = openGuide('de', 'write-a-parser', 'Prüfungen und Downlinks');
  await open(driverPath);
  await tab(more());
  const add = more();
  for (const check of [more(), more()]) {
    await press(add);
    await page.getByRole('menuitem', { name: check }).click();
  }
  await tab(more());
  await press(more());
  await fill('Name', 'Neu starten');
  await fill('Nutzdaten', '01ff');
  await publish('Speichern und veröffentlichen');
  await post();
  await open(devicePath);
  await tab('Gesundheit');
  const checks = page.getByRole('list', { name: 'Prüfungen des Treibers' });
  await checks.getByText('Seit Stunden kam kein Paket.').waitFor();
  await tab('Alarme');
  await page.getByText('Die Batterie ist schwach.').first().waitFor();
}, 60_000);
