import { once } from 'node:events';
import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import mqtt from 'mqtt';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { signInByCall, visit } from './browser.ts';
import { createGuidePage, openGuide } from './guide-page.ts';
import { setUpGuide } from './guide-setup.ts';
import { startProgram } from './server.setup.ts';

/** A broker in the local network that accepts everyone. */
async function startBroker(): Promise<string> {
  const broker = await Aedes.createBroker();
  const server = createServer(broker.handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    broker.close();
    server.close();
  });
  const address = server.address();
  return `mqtt://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
}

it('subscribes to an existing broker, once it is allowed, word for word', async () => {
  const broker = await startBroker();
  const { label } = openGuide('en', 'mqtt', 'An existing broker');
  const [kind, address, topics] = [label(), label(), label()];
  const connect = async (page: Page) => {
    const { visit: go, press, fill } = createGuidePage(page);
    await go('Connectors');
    await press('Create connector');
    await press(kind);
    await fill('Name', 'Site');
    await fill(address, broker);
    for (const topic of ['site/+/up', 'floor/#']) {
      await page.getByRole('combobox', { name: topics }).fill(topic);
      await page.keyboard.press('Enter');
    }
    await press('Validate and save');
  };
  const careful = await setUpGuide('en');
  await careful.open('/home');
  await connect(careful.page);
  await careful.page.getByRole('alert').getByText('EGRESS_ALLOW').waitFor();

  const program = await startProgram({ EGRESS_ALLOW: '127.0.0.1/32' });
  onTestFinished(program.stop);
  const { page, context } = await visit({ language: 'en' });
  await signInByCall(context, program.baseUrl);
  await page.goto(`${program.baseUrl}/#/home`);
  await connect(page);
  const { tab, visit: go, press } = createGuidePage(page);
  const [log, packets] = [label(), label()];
  await tab(log);
  await page.getByRole('list', { name: log }).getByText('Connected').first().waitFor();
  const client = await mqtt.connectAsync(broker);
  await client.publishAsync('site/cellar/up', '{"id": "sensor-1", "payload": {"temperature": 14.2}}', { qos: 1 });
  await client.publishAsync('site/cellar/down', '{"id": "sensor-2", "payload": {"temperature": 15.1}}', { qos: 1 });
  await client.publishAsync('floor/2/east', '{"id": "sensor-3", "payload": {"temperature": 21.5}}', { qos: 1 });
  await client.endAsync();
  await tab(packets);
  const list = page.getByRole('list', { name: packets });
  for (const id of ['sensor-1', 'sensor-3']) await list.getByText(id, { exact: true }).waitFor();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2);

  await go('Connectors');
  await press('Create connector');
  await page.getByRole('link', { name: label(), exact: true }).waitFor();
}, 60_000);
