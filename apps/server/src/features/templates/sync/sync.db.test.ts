import { updateDevice } from '@stellwerk/contract/device';
import {
  decideTemplateCanary,
  listLinkedDevices,
  publishTemplate,
  retryTemplateSync,
  rollBackTemplate,
} from '@stellwerk/contract/device-template-calls';
import { publishDriver, updateDriver } from '@stellwerk/contract/driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../../test/server.ts';
import { writeHealth } from '../../../ingest/newest/index.ts';
import { createLog } from '../../../platform/log/log.ts';
import { startDeviceServer } from '../../devices/testing/devices.fixture.ts';
import { listenTo } from '../../devices/testing/live.fixture.ts';
import { finishJob } from '../../twins/testing/finish-job.ts';
import { createTemplateFixture, limitRule, type TemplateWorld, temperature } from '../testing/templates.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createTemplateFixture>;
let now = () => new Date();
beforeAll(async () => {
  server = await startDeviceServer({ clock: { now: () => now() } });
  fixture = createTemplateFixture(server);
});
afterAll(() => server.close());

const humidity = { key: 'humidity', title: 'Humidity', variable: 'humidity' };
const statesOf = async (at: TemplateWorld, id: number) =>
  (await fixture.statesOf(at, id)).map(({ key, title }) => [key, title]);

describe('publish-and-sync', () => {
  it('gives all linked devices the new version: states, rules, tags and properties', async () => {
    const at = await fixture.world();
    const { template, ids } = await fixture.linked(at, 3, { rules: [limitRule(30)], tags: ['old'] });
    const [device = 0] = ids;
    const before = await fixture.statesOf(at, device);
    const [rule] = await fixture.rulesOf(at, device);
    const draft = fixture.contentOf(at, {
      ...{ rules: [limitRule(40)], tags: ['new'], properties: [{ key: 'owner', defaultValue: 'Works' }] },
      states: [{ ...temperature, title: 'Warmth' }, humidity],
    });
    const job = await fixture.sync(at, template.id, { draft });
    expect(job).toMatchObject({ state: 'done', errorCount: 0, progress: { done: 3, total: 3 }, entityId: template.id });
    for (const id of ids) {
      expect(await statesOf(at, id)).toEqual([
        ['_raw', 'Raw'],
        ['t', 'Warmth'],
        ['humidity', 'Humidity'],
      ]);
      expect(await fixture.deviceOf(at, id)).toMatchObject({ tags: ['new'], keyValue: [{ key: 'owner' }] });
    }
    // The same state and the same rule, so values, history and alarms stay.
    const after = await fixture.statesOf(at, device);
    expect(after.find(({ key }) => key === 't')?.id).toBe(before.find(({ key }) => key === 't')?.id);
    expect(await fixture.rulesOf(at, device)).toMatchObject([
      { id: rule?.id, revision: 2, conditions: { tree: { value: 40 } } },
    ]);
    expect(await fixture.read(at, template.id)).toMatchObject({ status: 'synced', productiveVersion: 2 });
    const gone = await fixture.sync(at, template.id, { draft: fixture.contentOf(at) });
    expect(gone).toMatchObject({ errorCount: 0 });
    expect(await fixture.rulesOf(at, device)).toEqual([]);
    expect(await statesOf(at, device)).toEqual([
      ['_raw', 'Raw'],
      ['t', 'Temperature'],
    ]);
  });

  it('lists devices that fail with the reason, leaves them as they are, and retries them', async () => {
    const at = await fixture.world();
    const { template, ids } = await fixture.linked(at, 2, { states: [temperature, humidity] });
    const [bad = 0, good = 0] = ids;
    const state = (await fixture.statesOf(at, bad)).find(({ key }) => key === 'humidity');
    const twin = await fixture.devices.aggregate(at.user, at.account, state?.id ?? 0);
    const job = await fixture.sync(at, template.id, { draft: fixture.contentOf(at, { tags: ['new'] }) });
    expect(job).toMatchObject({ errors: [{ entityId: bad, code: 'DTWIN_DELETE_STATES_AGGREGATED' }] });
    expect(await fixture.read(at, template.id)).toMatchObject({ status: 'failed', failedCount: 1 });
    const failed = await server.call(
      listLinkedDevices,
      { params: template, query: { state: 'failed' } },
      { as: at.user },
    );
    expect(failed.body.data).toMatchObject([
      { id: bad, version: 1, error: { code: 'DTWIN_DELETE_STATES_AGGREGATED', message: expect.any(String) } },
    ]);
    expect((await fixture.deviceOf(at, bad)).tags).toEqual([]);
    expect((await fixture.deviceOf(at, good)).tags).toEqual(['new']);
    await server.database.pool.query('delete from twins where id = $1', [twin.id]);
    const retried = await server.call(retryTemplateSync, { params: template }, { as: at.user });
    expect(retried.body.data.version).toBe(2);
    await finishJob(server, at.user, retried.body.data.job?.id ?? 0);
    expect((await fixture.deviceOf(at, bad)).tags).toEqual(['new']);
    expect((await fixture.read(at, template.id)).status).toBe('synced');
  });

  it('changes only devices that the person may change', async () => {
    const at = await fixture.world();
    const { template, ids } = await fixture.linked(at, 1);
    const permissions = ['DeviceTemplate.manage', 'DeviceDriver.read'];
    const weak = await server.make.user({ account: at.account, permissions });
    await fixture.save(at, template.id, fixture.contentOf(at, { tags: ['new'] }));
    const { body } = await server.call(publishTemplate, { params: template, body: {} }, { as: weak });
    await finishJob(server, weak, body.data.job?.id ?? 0);
    expect(await fixture.linksOf(at, template.id)).toMatchObject([{ error: { code: 'PERMISSION_DENIED' } }]);
    expect((await fixture.deviceOf(at, ids[0] ?? 0)).tags).toEqual([]);
  });

  it('publishes an earlier version again as a rollback, and keeps all versions', async () => {
    const at = await fixture.world();
    const { template, ids } = await fixture.linked(at, 1, { tags: ['one'] });
    await fixture.sync(at, template.id, { draft: fixture.contentOf(at, { tags: ['two'], states: [] }) });
    const { body } = await server.call(rollBackTemplate, { params: template, body: { version: 1 } }, { as: at.user });
    expect(body.data).toMatchObject({ version: 3, job: { id: expect.any(Number) } });
    await finishJob(server, at.user, body.data.job?.id ?? 0);
    expect((await fixture.deviceOf(at, ids[0] ?? 0)).tags).toEqual(['one']);
    expect(await fixture.read(at, template.id)).toMatchObject({
      ...{ productiveVersion: 3, hasUnsyncedChanges: false, draft: { content: { tags: ['one'] } } },
      versions: [
        { number: 3, restores: 1, deviceCount: 1 },
        { number: 2, restores: null },
        { number: 1, restores: null },
      ],
    });
  });

  it('keeps the connector while devices are linked', async () => {
    const at = await fixture.world();
    const { template } = await fixture.linked(at, 1);
    const connector = await server.make.connector({ account: at.account, type: 'plain' });
    const draft = fixture.contentOf({ ...at, connector });
    expect((await fixture.publish(at, template.id, { draft })).body.code).toBe('DEVICE_TEMPLATE_CONNECTOR_FIXED');
  });
});

describe('a trial on some devices', () => {
  const watch = async () => {
    const schedule = server.schedules.find(({ name }) => name === 'templates.watch-canaries');
    const signal = new AbortController().signal;
    await schedule?.run({ scheduledAt: now(), signal, db: server.database.db, log: createLog('silent') });
  };

  /** Devices pinned to version 1 of a driver, whose version 2 throws, and a trial of version 2 on one of them. */
  async function trial(version2 = 'module.exports = () => { throw new Error("broken"); }') {
    const at = await fixture.world('module.exports = ({ t }) => ({ t });');
    const { template, devices, ids } = await fixture.linked(at, 3, { driverVersion: 1 });
    const as = { as: at.user };
    const params = { id: at.driver.id };
    const parser = { type: 'javascript' as const, script: version2 };
    await server.call(updateDriver, { params, body: { draft: { parser } } }, as);
    await server.call(publishDriver, { params, body: {} }, as);
    const draft = fixture.contentOf(at, { driverVersion: 2 });
    const job = await fixture.sync(at, template.id, { draft, canary: { devices: 1, minutes: 60 } });
    expect(job).toMatchObject({ errorCount: 0, progress: { total: 1 } });
    const tried = (await fixture.linksOf(at, template.id)).find(({ isCanary }) => isCanary);
    return { at, template, ids, device: devices.find(({ id }) => id === tried?.id), as };
  }

  const versionsOf = async (at: TemplateWorld, id: number) =>
    (await fixture.linksOf(at, id)).map(({ version }) => version).toSorted();

  it('halts by itself when the new version of the driver throws, and the others keep the old one', async () => {
    await server.field.start();
    const base = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { at, template, device, as } = await trial();
    expect(await fixture.read(at, template.id)).toMatchObject({
      ...{ status: 'canary', productiveVersion: 1 },
      canary: { version: 2, devices: 1, haltedAt: null },
    });
    expect(await versionsOf(at, template.id)).toEqual([1, 1, 2]);
    await watch();
    expect((await fixture.read(at, template.id)).status).toBe('canary');
    const live = await listenTo(`${base.replace('http', 'ws')}/api/v1/live`, at.user, `device/${device?.id}`);
    const { ingestion } = server.field;
    await ingestion.accept({ connectorId: at.connector.id, accountId: at.account.id }, [
      { id: device?.externalId, payload: { t: 1 } } as never,
    ]);
    await live.until(({ data }) => (data as { faults?: number } | undefined)?.faults === 1);
    await watch();
    expect(await fixture.read(at, template.id)).toMatchObject({
      status: 'halted',
      canary: { reason: 'parseErrors', faults: 1, haltedAt: expect.any(String) },
    });
    now = () => new Date(Date.now() + 2 * 3_600_000);
    await watch();
    now = () => new Date();
    expect(await versionsOf(at, template.id)).toEqual([1, 1, 2]);
    const body = { decision: 'stop' as const };
    const stopped = await server.call(decideTemplateCanary, { params: template, body }, as);
    await finishJob(server, at.user, stopped.body.data.job?.id ?? 0);
    expect(await versionsOf(at, template.id)).toEqual([1, 1, 1]);
    expect(await fixture.deviceOf(at, device?.id ?? 0)).toMatchObject({ driver: { version: 1 } });
  });

  it('halts when a device becomes less healthy', async () => {
    const { at, template, device } = await trial();
    await writeHealth(server.database.db, [{ twinId: device?.id ?? 0, health: 3 }]);
    await watch();
    expect(await fixture.read(at, template.id)).toMatchObject({ status: 'halted', canary: { reason: 'health' } });
  });

  it('gives the version to all devices after its time, if nothing got worse', async () => {
    const { at, template } = await trial('module.exports = ({ t }) => ({ t });');
    now = () => new Date(Date.now() + 2 * 3_600_000);
    await watch();
    now = () => new Date();
    const { jobId, productiveVersion } = await fixture.read(at, template.id);
    expect(productiveVersion).toBe(2);
    await finishJob(server, at.user, jobId ?? 0);
    expect(await versionsOf(at, template.id)).toEqual([2, 2, 2]);
    expect((await fixture.read(at, template.id)).status).toBe('synced');
  });

  it('can be ended early, and needs to be running for that', async () => {
    const { at, template, as } = await trial();
    const decide = () => server.call(decideTemplateCanary, { params: template, body: { decision: 'continue' } }, as);
    const { body } = await decide();
    await finishJob(server, at.user, body.data.job?.id ?? 0);
    expect(await versionsOf(at, template.id)).toEqual([2, 2, 2]);
    expect((await decide()).body.code).toBe('DEVICE_TEMPLATE_NO_CANARY');
  });
});

describe('a device of a template', () => {
  it('can be changed while its version is older than the productive one', async () => {
    const at = await fixture.world();
    const { template, ids } = await fixture.linked(at, 1, { tags: ['one'] });
    const draft = fixture.contentOf(at, { tags: ['two'] });
    const started = await fixture.publish(at, template.id, { draft });
    const tags = ['one', 'own'];
    const changed = await server.call(updateDevice, { params: { id: ids[0] ?? 0 }, body: { tags } }, { as: at.user });
    expect(changed.status).toBe(200);
    const again = await fixture.publish(at, template.id);
    expect(again.body.code).toBe('DEVICE_TEMPLATE_SYNC_RUNNING');
    await finishJob(server, at.user, started.body.data.job?.id ?? 0);
    expect((await fixture.deviceOf(at, ids[0] ?? 0)).tags).toEqual(['own', 'two']);
  });
});
