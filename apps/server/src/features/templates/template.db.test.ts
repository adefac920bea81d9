import {
  createDeviceTemplate,
  deleteDeviceTemplate,
  listDeviceTemplates,
  listTemplateChanges,
  readDeviceTemplate,
  readProductiveTemplate,
  readTemplateDraft,
  readTemplateVersion,
  updateDeviceTemplate,
} from '@stellwerk/contract/device-template-calls';
import { ruleFields } from '@stellwerk/contract/rule';
import { createRule } from '@stellwerk/contract/rule-calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { startDeviceServer } from '../devices/testing/devices.fixture.ts';
import { createTemplateFixture, limitRule, managesTemplates, temperature } from './testing/templates.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createTemplateFixture>;
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createTemplateFixture(server);
});
afterAll(() => server.close());

describe('device templates', () => {
  it('begin with a draft, become productive when published, and are deleted', async () => {
    const at = await fixture.world();
    const made = await fixture.make(at);
    expect(made).toMatchObject({
      status: 'noLinkedDevices',
      productiveVersion: null,
      hasUnsyncedChanges: true,
      draft: { revision: 1, content: { states: [{ key: 't', variable: 't' }] } },
      driver: { id: at.driver.id, version: null },
    });
    const params = { id: made.id };
    const productive = () => server.call(readProductiveTemplate, { params }, { as: at.user });
    expect((await productive()).body.code).toBe('DEVICE_TEMPLATE_NOT_PUBLISHED');
    expect((await fixture.publish(at, made.id, { notes: 'first' })).body.data).toEqual({ version: 1, job: null });
    expect((await productive()).body.data).toMatchObject({ number: 1, notes: 'first', content: made.draft.content });
    const draft = await server.call(readTemplateDraft, { params }, { as: at.user });
    expect(draft.body.data).toMatchObject({ revision: 1, content: made.draft.content });
    const version = await server.call(readTemplateVersion, { params: { ...params, number: 1 } }, { as: at.user });
    expect(version.body.data.number).toBe(1);
    expect(await fixture.read(at, made.id)).toMatchObject({ hasUnsyncedChanges: false, productiveVersion: 1 });
    expect((await server.call(deleteDeviceTemplate, { params }, { as: at.user })).status).toBe(200);
    expect((await server.call(readDeviceTemplate, { params }, { as: at.user })).status).toBe(404);
  });

  it('are listed by page, sorted, and found by title, driver and id', async () => {
    const at = await fixture.world();
    const [first, second] = [await fixture.make(at), await fixture.make(at)];
    for (const [template, title] of [
      [first, 'Kiln north'],
      [second, 'Kiln south'],
    ] as const) {
      await server.call(updateDeviceTemplate, { params: template, body: { title } }, { as: at.user });
    }
    const list = (query: object) => server.call(listDeviceTemplates, { query }, { as: at.user });
    const titles = async (query: object) => (await list(query)).body.data.map(({ title }) => title);
    expect(await titles({ pageSize: 1, page: 2, sortBy: 'title' })).toEqual(['Kiln south']);
    expect(await titles({ sortBy: 'createdAt', sortDesc: true })).toEqual(['Kiln south', 'Kiln north']);
    expect(await titles({ search: 'north kiln' })).toEqual(['Kiln north']);
    expect(await titles({ searchItems: 'driver' })).toHaveLength(2);
    expect(await titles({ search: `${second.id}`, tenantIds: `${at.account.id}` })).toContain('Kiln south');
    expect(await titles({ search: 'nowhere' })).toEqual([]);
    expect((await list({ limit: 1 })).body.total).toBe(2);
  });

  it('have unique titles in their account, whatever the case', async () => {
    const at = await fixture.world();
    const { title } = await fixture.make(at);
    const body = { title: title.toUpperCase(), accountId: at.account.id, draft: fixture.contentOf(at) };
    const again = await server.call(createDeviceTemplate, { body }, { as: at.user });
    expect([again.status, again.body.code]).toEqual([409, 'DEVICE_TEMPLATE_WITH_SAME_TITLE_ALREADY_EXISTS']);
    const other = await fixture.make(at);
    const renamed = await server.call(updateDeviceTemplate, { params: other, body: { title } }, { as: at.user });
    expect(renamed.body.code).toBe('DEVICE_TEMPLATE_WITH_SAME_TITLE_ALREADY_EXISTS');
  });

  it('are limited by the nearest account above that has a limit', async () => {
    const parent = await server.make.account();
    await server.database.db.update(accounts).set({ maxNumberOfTemplates: 1 }).where(eq(accounts.id, parent.id));
    const account = await server.make.account({ parent });
    const { user, connector } = await fixture.devices.manager({ account, permissions: managesTemplates });
    const at = { user, account, connector, driver: await fixture.devices.driver(account, [{ name: 't' }]) };
    await fixture.make(at);
    const body = { title: 'One more', accountId: account.id, draft: fixture.contentOf(at) };
    const second = await server.call(createDeviceTemplate, { body }, { as: user });
    expect([second.status, second.body.code]).toEqual([409, 'DEVICE_TEMPLATE_LIMIT_REACHED']);
  });

  it('report a conflict to the second of two people who edit a draft, and keep the first change', async () => {
    const at = await fixture.world();
    const { id, draft } = await fixture.make(at);
    const mine = { ...draft.content, tags: ['mine'] };
    const theirs = { ...draft.content, tags: ['theirs'] };
    expect((await fixture.save(at, id, theirs, draft.revision)).status).toBe(200);
    const second = await fixture.save(at, id, mine, draft.revision);
    expect([second.status, second.body.code]).toEqual([409, 'DEVICE_TEMPLATE_CHANGED_MEANWHILE']);
    const publication = await fixture.publish(at, id, { draft: mine, basedOn: draft.revision });
    expect(publication.body.code).toBe('DEVICE_TEMPLATE_CHANGED_MEANWHILE');
    expect((await fixture.read(at, id)).draft).toMatchObject({ revision: 2, content: { tags: ['theirs'] } });
  });

  it('refuse rules over unknown states, unknown driver versions, and broken checks', async () => {
    const at = await fixture.world();
    const { id, draft } = await fixture.make(at);
    const check = { identifier: 'x', category: 'device', severity: 'error', message: 'x', check: 'return (' } as const;
    const codes = [];
    for (const more of [
      { states: [], rules: [limitRule(30)] },
      { driverVersion: 9 },
      { healthConfig: [check] },
      { rules: [{ ...limitRule(30), alarm: null }] },
    ]) {
      codes.push((await fixture.save(at, id, fixture.contentOf(at, more), draft.revision)).body.code);
    }
    expect(codes).toEqual([
      'DEVICE_TEMPLATE_RULE_STATE_UNKNOWN',
      'VALIDATION_ERROR',
      'SCRIPT_ERROR',
      'RULE_NOTHING_TO_DO',
    ]);
  });

  it('can be made of a device, without the data of that one device', async () => {
    const at = await fixture.world();
    const keyValue = [{ key: 'serial', value: '4711' }];
    const device = await fixture.device(at, { tags: ['roof'], groups: ['g1'], icon: 'sun', keyValue });
    const [, state] = await fixture.statesOf(at, device.id);
    const rule = ruleFields.parse({
      title: 'Hot',
      metrics: [{ alias: 't', stateId: state?.id }],
      alarm: { severity: 'warning', message: 'Hot' },
    });
    const added = await server.call(createRule, { params: { id: device.id }, body: rule }, { as: at.user });
    expect(added.status).toBe(201);
    const body = { title: 'Made', accountId: at.account.id, fromDeviceId: device.id };
    const made = await server.call(createDeviceTemplate, { body }, { as: at.user });
    expect([made.status, made.body.code]).toEqual([201, undefined]);
    expect(made.body.data.draft.content).toMatchObject({
      ...{ connectorId: at.connector.id, driverId: at.driver.id, icon: 'sun', tags: ['roof'], groups: ['g1'] },
      properties: [{ key: 'serial', defaultValue: '', required: false }],
      states: [
        { key: 't', variable: 't' },
        { key: 'humidity', variable: 'humidity' },
      ],
      rules: [{ title: 'Hot', metrics: [{ alias: 't', stateKey: 't' }] }],
    });
    const stranger = await server.make.user({ permissions: managesTemplates });
    const foreign = { ...body, accountId: stranger.account.id };
    expect((await server.call(createDeviceTemplate, { body: foreign }, { as: stranger })).status).toBe(404);
  });

  it('show the changes that are not synchronised, and their effect', async () => {
    const at = await fixture.world();
    const { template, ids } = await fixture.linked(at, 2, {
      states: [temperature, { key: 'humidity', title: 'Humidity', variable: 'humidity' }],
      rules: [limitRule(30)],
    });
    const [device = 0] = ids;
    const state = (await fixture.statesOf(at, device)).find(({ key }) => key === 'humidity');
    const points = [1, 2, 3].map((n) => ({
      ...{ series: state?.id ?? 0, at: Date.now() - n * 1_000, shard: 0, seq: n, value: n },
      source: 'manual' as const,
    }));
    await server.history.write(server.database.db, points);
    await fixture.save(at, template.id, fixture.contentOf(at, { rules: [limitRule(40)], tags: ['roof'] }));
    const { body } = await server.call(listTemplateChanges, { params: template }, { as: at.user });
    expect(body.data.changes.map(({ area, key, kind }) => [area, key, kind])).toEqual([
      ['tags', 'roof', 'added'],
      ['states', 'humidity', 'removed'],
      ['rules', 'too-hot', 'changed'],
    ]);
    expect(body.data.effects).toEqual([
      { kind: 'losesState', key: 'humidity', devices: 2, values: 3, isEstimate: false },
    ]);
    expect(await fixture.read(at, template.id)).toMatchObject({ status: 'unsynced', deviceCount: 2 });
  });
});
