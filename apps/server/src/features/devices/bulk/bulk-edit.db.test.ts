import { readDevice, updateDevice } from '@stellwerk/contract/device';
import {
  type BulkDeviceChange,
  bulkEditDevices,
  bulkUpdateDevices,
  readBulkEditOptions,
} from '@stellwerk/contract/device-bulk';
import { cancelJob, readJob, retryJob, undoJob } from '@stellwerk/contract/job';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestTwin, TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import { finishJob } from '../../twins/testing/finish-job.ts';
import { createDeviceFixture, everything, startDeviceServer } from '../testing/devices.fixture.ts';
import { readEditFields } from './device-fields.store.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createDeviceFixture(server);
});
afterAll(() => server.close());

interface World {
  user: TestUser;
  account: TestAccount;
  hall: TestTwin;
  ids: number[];
}

async function world(count = 3): Promise<World> {
  const { user, account, connector } = await fixture.manager();
  const hall = await server.make.twin({ account });
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const body = n % 2 === 0 ? { tags: ['old', 'roof'], groups: ['g1'] } : { operationalStatus: 'inTransit' as const };
    ids.push((await fixture.create(user, connector, body)).id);
  }
  return { user, account, hall, ids };
}

const title = 'A bulk edit';
const edit = (as: TestUser, ids: number[], change: BulkDeviceChange, dryRun = false) =>
  server.call(bulkEditDevices, { body: { title, ids, change, dryRun } }, { as });
const fieldsOf = (ids: number[]) => readEditFields(server.database.db, ids);

async function run(as: TestUser, ids: number[], change: BulkDeviceChange) {
  const { status, body } = await edit(as, ids, change);
  expect([status, body.code]).toEqual([200, undefined]);
  return finishJob(server, as, body.data.job?.id ?? 0);
}
async function undo(as: TestUser, id: number) {
  const { status, body } = await server.call(undoJob, { params: { id } }, { as });
  expect([status, body.code]).toEqual([201, undefined]);
  return finishJob(server, as, body.data.id);
}

describe('POST /api/v1/background-runners/virtualdevice-bulk-edit', () => {
  it('changes all devices as one job, which its starter can undo', async () => {
    const { user, hall, ids } = await world();
    const before = await fieldsOf(ids);
    const change = {
      operationalStatus: 'inOperation',
      addTags: ['new'],
      removeTags: ['old'],
      addGroups: ['g2'],
    } as const;
    const job = await run(user, ids, {
      ...change,
      addTags: ['new'],
      removeTags: ['old'],
      addGroups: ['g2'],
      parentId: hall.id,
    });
    expect(job).toMatchObject({ title, state: 'done', errorCount: 0, size: 3, resource: 'virtualdevice' });
    const after = await fieldsOf(ids);
    const expected = { operationalStatus: 'inOperation', parentId: hall.id, disabled: false };
    expect(after.get(ids[0] ?? 0)).toEqual({ ...expected, tags: ['roof', 'new'], groups: ['g1', 'g2'] });
    expect(after.get(ids[1] ?? 0)).toEqual({ ...expected, tags: ['new'], groups: ['g2'] });
    expect(job.abilities.undo).toBe(true);
    const undone = await undo(user, job.id);
    expect(undone).toMatchObject({ state: 'done', errorCount: 0, undoOf: job.id });
    expect(await fieldsOf(ids)).toEqual(before);
  });

  it('shows the exact effect before, and changes nothing then', async () => {
    const { user, hall, ids } = await world(2);
    const before = await fieldsOf(ids);
    const { body } = await edit(user, ids, { disabled: true, removeTags: ['roof'], parentId: hall.id }, true);
    expect(body.data.job).toBeNull();
    expect(body.data.preview).toMatchObject({ total: 2, changed: 2, errors: [], parents: [{ id: hall.id }] });
    expect(body.data.preview?.items[0]?.changes).toEqual([
      { field: 'disabled', before: false, after: true },
      { field: 'tags', before: ['old', 'roof'], after: ['old'] },
      { field: 'parentId', before: null, after: hall.id },
    ]);
    expect(await fieldsOf(ids)).toEqual(before);
  });

  it('leaves a device as it is where the change fails, and says why', async () => {
    const { user, ids } = await world(2);
    const [first = 0, second = 0] = ids;
    const many = Array.from({ length: 49 }, (_, index) => `t${index}`);
    await server.call(updateDevice, { params: { id: first }, body: { tags: many } }, { as: user });
    const { body } = await edit(user, ids, { addTags: ['x', 'y'] }, true);
    expect(body.data.preview).toMatchObject({ changed: 1, errors: [{ id: first, code: 'BULK_VALUE_INVALID' }] });
    const job = await run(user, ids, { addTags: ['x', 'y'] });
    expect(job).toMatchObject({
      state: 'done',
      errorCount: 1,
      errors: [{ entityId: first, code: 'BULK_VALUE_INVALID' }],
    });
    expect((await fieldsOf([first])).get(first)?.tags).toEqual(many);
    expect((await fieldsOf([second])).get(second)?.tags).toEqual(['x', 'y']);
    await server.call(updateDevice, { params: { id: first }, body: { tags: [] } }, { as: user });
    const { body: retried } = await server.call(retryJob, { params: { id: job.id } }, { as: user });
    expect(await finishJob(server, user, retried.data.id)).toMatchObject({ state: 'done', errorCount: 0, size: 1 });
    expect((await fieldsOf([first])).get(first)?.tags).toEqual(['x', 'y']);
  });

  it('keeps what somebody has changed since, when it is undone', async () => {
    const { user, ids } = await world(2);
    const [first = 0, second = 0] = ids;
    const job = await run(user, ids, { operationalStatus: 'decommissioned' });
    await server.call(
      updateDevice,
      { params: { id: first }, body: { operationalStatus: 'inOperation' } },
      { as: user },
    );
    const undone = await undo(user, job.id);
    expect(undone).toMatchObject({
      state: 'done',
      errors: [{ entityId: first, code: 'BULK_UNDO_CHANGED_SINCE', params: { fields: 'operationalStatus' } }],
    });
    const now = await fieldsOf(ids);
    expect([now.get(first), now.get(second)].map((each) => each?.operationalStatus)).toEqual([
      'inOperation',
      'inTransit',
    ]);
    const seen = await server.call(readJob, { params: { id: job.id } }, { as: user });
    expect(seen.body.data.abilities.undo).toBe(true);
  });

  it.each([
    ['nothing', {}, 'BULK_NOTHING_TO_CHANGE'],
    ['empty lists', { addTags: [], removeGroups: [] }, 'BULK_NOTHING_TO_CHANGE'],
    ['a tag in both lists', { addTags: ['a', 'b'], removeTags: ['b'] }, 'BULK_IN_BOTH_LISTS'],
    ['a group in both lists', { addGroups: ['b'], removeGroups: ['b'] }, 'BULK_IN_BOTH_LISTS'],
  ] as const)('refuses %s', async (_, change, code) => {
    const { user, ids } = await world(1);
    for (const dryRun of [true, false]) {
      const { body } = await edit(user, ids, structuredClone(change) as BulkDeviceChange, dryRun);
      expect(body.code).toBe(code);
    }
  });

  it('changes tags, groups and the parent only within one account', async () => {
    const { user, account, ids } = await world(1);
    const below = await server.make.account({ parent: account });
    const connector = await server.make.connector({ account: below, type: 'plain' });
    const other = await fixture.create(user, connector, { tenantId: below.id });
    const twin = await server.make.twin({ account: below });
    const both = [...ids, other.id];
    for (const change of [{ addTags: ['a'] }, { addGroups: ['a'] }, { parentId: null }])
      expect((await edit(user, both, change)).body.code).toBe('BULK_NEEDS_ONE_ACCOUNT');
    expect((await edit(user, ids, { parentId: twin.id })).body.code).toBe('DTWIN_UPDATE_CHANGING_TENANT_DISALLOWED');
    const job = await run(user, both, { operationalStatus: 'inOperation', removeTags: ['old'] });
    expect(job).toMatchObject({ state: 'done', errorCount: 0 });
  });

  it('needs the permission for every device, and knows no foreign ones', async () => {
    const { account, ids } = await world(1);
    const [reader, stranger] = [
      await server.make.user({ account, permissions: ['VirtualDevice.read'] }),
      await server.make.user({ permissions: everything }),
    ];
    expect((await edit(reader, ids, { disabled: true })).status).toBe(403);
    expect((await edit(stranger, ids, { disabled: true })).body.code).toBe('VDEVICE_NOT_FOUND');
  });

  it('refuses more than 500 devices and short titles', async () => {
    const { user, ids } = await world(1);
    const many = Array.from({ length: 501 }, () => ids[0] ?? 0);
    expect((await edit(user, many, { disabled: true })).status).toBe(400);
    const short = { title: 'Abcd', ids, change: { disabled: true } };
    expect((await server.call(bulkUpdateDevices, { body: short }, { as: user })).status).toBe(400);
  });

  it('keeps finished work when it is cancelled', async () => {
    const { user, ids } = await world(1);
    const { body } = await edit(user, ids, { disabled: true });
    const id = body.data.job?.id ?? 0;
    expect((await server.call(cancelJob, { params: { id } }, { as: user })).body.data.state).toBe('canceled');
    expect((await fieldsOf(ids)).get(ids[0] ?? 0)?.disabled).toBe(false);
  });
});

it('PUT /api/v1/virtualdevice/bulk-update starts the same job', async () => {
  const { user, ids } = await world(1);
  const { status, body } = await server.call(
    bulkUpdateDevices,
    { body: { title, ids, change: { disabled: true } } },
    { as: user },
  );
  expect(status).toBe(200);
  expect(await finishJob(server, user, body.data.job.id)).toMatchObject({
    type: 'virtualdevice-bulk-edit',
    state: 'done',
  });
  expect((await fieldsOf(ids)).get(ids[0] ?? 0)?.disabled).toBe(true);
});

it('tells what the selected devices have in common', async () => {
  const { user, account, ids } = await world(3);
  const { body } = await server.call(readBulkEditOptions, { body: { ids } }, { as: user });
  expect(body.data).toEqual({
    total: 3,
    accounts: [{ id: account.id, name: expect.any(String) }],
    tags: [
      { value: 'old', count: 2 },
      { value: 'roof', count: 2 },
    ],
    groups: [{ value: 'g1', count: 2 }],
  });
});

const words = fc.uniqueArray(fc.constantFrom('old', 'roof', 'g1', 'a', 'b'), { maxLength: 4 });
const changes = fc
  .record(
    {
      operationalStatus: fc.constantFrom('unset', 'inTransit', 'inOperation', 'decommissioned'),
      disabled: fc.boolean(),
      tags: fc.tuple(words, words),
      groups: fc.tuple(words, words),
      parent: fc.constantFrom('top', 'hall'),
    },
    { requiredKeys: [] },
  )
  .filter((each) => Object.keys(each).length > 0);

it('has the effect that its dry run shows, and undoing it restores every field', async () => {
  const { user, hall, ids } = await world(4);
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 2 }), async (all) => {
      const jobs: number[] = [];
      const start = await fieldsOf(ids);
      for (const { tags, groups, parent, ...rest } of all) {
        const without = (list: string[], other: string[]) => list.filter((value) => !other.includes(value));
        const change = {
          ...rest,
          ...(tags ? { addTags: tags[0], removeTags: without(tags[1], tags[0]) } : {}),
          ...(groups ? { addGroups: groups[0], removeGroups: without(groups[1], groups[0]) } : {}),
          ...(parent ? { parentId: parent === 'hall' ? hall.id : null } : {}),
        } as BulkDeviceChange;
        const shown = await edit(user, ids, change, true);
        if (shown.body.code === 'BULK_NOTHING_TO_CHANGE') continue;
        const before = await fieldsOf(ids);
        const job = await run(user, ids, change);
        expect(job.errorCount).toBe(0);
        const after = await fieldsOf(ids);
        for (const { id, changes: found } of shown.body.data.preview?.items ?? []) {
          const expected = Object.fromEntries(found.map(({ field, after: value }) => [field, value]));
          expect(after.get(id)).toEqual({ ...before.get(id), ...expected });
        }
        jobs.push(job.id);
      }
      for (const id of jobs.toReversed()) expect(await undo(user, id)).toMatchObject({ state: 'done', errorCount: 0 });
      expect(await fieldsOf(ids)).toEqual(start);
    }),
    { numRuns: 6 },
  );
}, 120_000);

it('is read like any device afterwards', async () => {
  const { user, ids } = await world(1);
  await run(user, ids, { addTags: ['found'], disabled: true });
  const { body } = await server.call(readDevice, { params: { id: ids[0] ?? 0 } }, { as: user });
  expect(body.data).toMatchObject({ tags: ['old', 'roof', 'found'], disabled: true });
});
