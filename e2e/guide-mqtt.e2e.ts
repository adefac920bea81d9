import { randomBytes } from 'node:crypto';
import mqtt from 'mqtt';
import { expect, it, onTestFinished } from 'vitest';
import { blocksOf } from '../apps/server/test/guide-run.ts';
import { commandsIn, optionsOf } from '../apps/server/test/guide-shell.ts';
import { readGuideFile } from '../apps/server/test/guides.ts';
import { openGuide } from './guide-page.ts';
import { setUpGuide } from './guide-setup.ts';

type Start = Awaited<ReturnType<typeof setUpGuide>>;

/** Connects like a call of mosquitto_pub or mosquitto_sub, with the same options. */
async function connectAs(words: readonly string[]) {
  const options = optionsOf(words);
  const option = (name: string) => options.get(name) ?? '';
  const client = await mqtt.connectAsync({
    protocol: 'mqtt',
    host: option('-h'),
    port: Number(option('-p')),
    username: option('-u'),
    password: option('-P'),
    reconnectPeriod: 0,
  });
  onTestFinished(() => void client.end(true));
  return { client, topic: option('-t'), message: option('-m'), qos: option('-q') };
}

/** Resolves when the broker has confirmed the message. */
async function publish(words: readonly string[], other: { topic?: string; message?: string } = {}): Promise<void> {
  expect(words[0]).toBe('mosquitto_pub');
  const { client, topic, message, qos } = await connectAs(words);
  expect(qos).toBe('1');
  await client.publishAsync(other.topic ?? topic, other.message ?? message, { qos: 1 });
  await client.endAsync();
}

/** Created as in the first guide: a driver, and devices with these external ids. */
async function makeDevices({ call, tenantId }: Start, connectorId: number, externalIds: readonly string[]) {
  const [script] = blocksOf(readGuideFile('en', 'first-device'), 'js');
  const variables = [{ name: 'temperature' }, { name: 'humidity' }];
  const driver = {
    title: 'Room climate',
    accountId: tenantId,
    draft: { parser: { type: 'javascript', script }, variables },
  };
  const { id: driverId } = await call<{ id: number }>('POST', '/devicedrivers', driver);
  await call('POST', `/devicedrivers/${driverId}/publish`, {});
  const paths: string[] = [];
  for (const externalId of externalIds) {
    const device = {
      title: externalId,
      deviceId: externalId,
      bridgeId: connectorId,
      deviceDriverId: driverId,
      tenantId,
    };
    paths.push(`/virtual-devices/${(await call<{ id: number }>('POST', '/virtualdevice/', device)).id}`);
  }
  return paths;
}

it('leads from the built-in broker to values, other formats and downlinks, word for word', async () => {
  const start = await setUpGuide('en');
  const { page, main, open, visit, press, fill, tab, write, answer } = start;
  const { label, example } = openGuide('en', 'mqtt');
  const { prose } = readGuideFile('en', 'mqtt');
  const said = (pattern: RegExp) => pattern.exec(prose)?.slice(1) ?? [];
  const value = (text: string) => main.getByText(text, { exact: true }).first().waitFor();
  const secret = async () =>
    (
      (await page
        .getByRole('dialog')
        .getByRole('group', { name: 'Password', exact: true })
        .locator('pre')
        .textContent()) ?? ''
    ).trim();

  await open('/home');
  await visit(label());
  await press(label());
  await press(label());
  await fill(label(), `Gateways ${randomBytes(4).toString('hex')}`);
  await press(label());
  const firstPassword = await secret();
  const kept = label();
  await answer(kept);
  await tab(label());
  const [, connectorPath = '', connector = ''] = /#(\/connectors\/edit\/\d+\/(\d+))/.exec(page.url()) ?? [];
  const shown = (text: string | RegExp) => page.locator('pre').and(page.getByText(text, { exact: true }));
  const address = new URL((await shown(/^mqtt:\/\/(localhost|127\.0\.0\.1):[1-9]\d*$/).textContent()) ?? '');
  const [topicToPublish = '', topicToHear = ''] = said(/publish to \| `(.+?)`[\s\S]+subscribe to \| `(.+?)`/);
  for (const text of [connector, topicToPublish, topicToHear]) {
    await shown(text.replace('<connector>', connector)).waitFor();
  }
  const renew = label();
  await tab(label());
  await main.getByText(renew, { exact: true }).click();
  await answer(renew);
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  const password = await secret();
  await answer(kept);

  const exported = commandsIn(example(), new Map()).map(([, assignment = '']) => assignment.split('='));
  expect(exported.map(([name]) => name)).toEqual(['HOST', 'PORT', 'CONNECTOR', 'PASSWORD']);
  const known = { ...Object.fromEntries(exported), PORT: address.port, CONNECTOR: connector, PASSWORD: password };
  const commandOf = (text: string, changed = {}) =>
    commandsIn(text, new Map(Object.entries({ ...known, ...changed })))[0] ?? [];
  const [sendOne, sendMany, script, downlink, listen] = [example(), example(), example(), example(), example()];
  await expect(connectAs(commandOf(sendOne, { PASSWORD: firstPassword }))).rejects.toMatchObject({ code: 4 });
  const { client: intruder } = await connectAs(commandOf(sendOne));
  await expect(intruder.subscribeAsync('out/0/#')).rejects.toThrow();
  const thrownOut = new Promise<void>((resolve) => intruder.once('close', () => resolve()));
  intruder.publish('in/0', 'x', { qos: 1 });
  await thrownOut;

  const [first = '', second = ''] = await makeDevices(start, Number(connector), ['sensor-1', 'sensor-2']);
  await publish(commandOf(sendOne));
  await open(first);
  await value('21.5');
  await value('48');
  await publish(commandOf(sendMany));
  await value('21.7');
  await open(second);
  await value('14.2');

  const [body = '', topic = ''] = said(/publishes `(.+?)` to `(.+?)`/);
  const ownTopic = topic.replace('<connector>', connector);
  await open(connectorPath);
  await tab(label());
  const javascript = label();
  await page.getByRole('combobox', { name: label() }).click();
  await page.getByRole('option', { name: javascript }).click();
  await write('Script', script);
  await write(label(), body);
  await press(label());
  await fill('Topic', ownTopic);
  const run = label();
  const result = page.getByRole('status', { name: 'Result' });
  await press(run);
  await result.getByText('"id": "sensor-1"').waitFor();
  await write('Script', 'return null;');
  await press(run);
  await result.getByText('The message is dropped.').waitFor();
  await write('Script', script);
  await press(label());
  await page.getByText('The conversion was saved.').waitFor();
  await publish(commandOf(sendOne), { topic: ownTopic, message: body.replace('21.5', '22.3') });
  await open(first);
  await value('22.3');

  const [sendDownlink, content, send, pending, downlinksTab] = [label(), label(), label(), label(), label()];
  const [payload = ''] = said(/enter `(\w+)` as/);
  const order = async () => {
    await press(sendDownlink);
    await fill(content, payload);
    await answer(send);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const hear = async () => {
    const words = commandOf(listen);
    expect(words[0]).toBe('mosquitto_sub');
    const { client, topic: heardTopic } = await connectAs(words);
    const heard = new Promise((resolve) =>
      client.once('message', (at, text) => resolve([at, JSON.parse(String(text))])),
    );
    await client.subscribeAsync(heardTopic);
    return { client, heard };
  };
  const expected = [`out/${connector}/sensor-1`, JSON.parse(downlink)];
  const { client: listener, heard } = await hear();
  await order();
  expect(await heard).toEqual(expected);
  await listener.endAsync();
  await order();
  await tab(downlinksTab);
  await page.getByRole('row', { name: new RegExp(`${pending}.*Nobody is connected`) }).waitFor();
  expect(await (await hear()).heard).toEqual(expected);
}, 60_000);
