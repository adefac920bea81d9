import { cancelJob } from '@stellwerk/contract/job';
import { createRule, listTwinRules } from '@stellwerk/contract/rule-calls';
import { listTwinStates } from '@stellwerk/contract/state';
import { bulkDuplicateTwins } from '@stellwerk/contract/twin-copy';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { endedTexts } from '../../../platform/files/job-text.store.ts';
import { jobTask } from '../../../platform/jobs/job.store.ts';
import { jobs } from '../../../platform/jobs/job.table.ts';
import { userRoles } from '../../../platform/tenancy/user.table.ts';
import { finishJob } from '../testing/finish-job.ts';
import { twinCalls } from '../testing/twins.ts';
import { twinReferences, twins } from '../twin.table.ts';
import { bulkDuplicateKind } from './duplicate.job.ts';

let server: TestServer;
let call: ReturnType<typeof twinCalls>;
beforeAll(async () => {
  server = await startTestServer();
  call = twinCalls(server);
});
afterAll(() => server.close());

const bulk = (as: TestUser, id: number, twinsData: string, dryRun = false) =>
  server.call(bulkDuplicateTwins, { body: { id, twinsData, dryRun } }, { as, headers: { 'accept-language': 'en' } });
const started = async (as: TestUser, id: number, twinsData: string) =>
  (await bulk(as, id, twinsData)).body.data.job?.id ?? 0;
const createdBy = (jobId: number) =>
  server.database.db.select().from(twins).where(eq(twins.bulkJobId, jobId)).orderBy(asc(twins.bulkLine));
const lines = (count: number) => `title\n${Array.from({ length: count }, (_, index) => `copy ${index}`).join('\n')}\n`;

const finish = (as: TestUser, id: number) => finishJob(server, as, id);

/** An original below a parent, with a property and a state. */
async function original(user: TestUser) {
  const parent = await call.make(user, { title: 'parent' });
  const twin = await call.make(user, {
    title: 'Original',
    parentId: parent.id,
    description: 'As it was',
    tags: ['old'],
    address: 'Street 1',
    latitude: 1,
    longitude: 2,
    keyValue: [
      { key: 'area', value: '10' },
      { key: 'colour', value: 'red' },
    ],
    references: [{ name: 'serial', value: 'S0' }],
  });
  await server.make.state({ twin: { ...twin, path: `${parent.id}.${twin.id}`, account: user.account } });
  return { parent, twin };
}

describe('POST /api/v1/background-runners/digitaltwin-bulk-duplicate/', () => {
  it('shows what would be created and creates nothing', async () => {
    const user = await call.editor();
    const { twin } = await original(user);
    const csv = '\ufefftitle;description;tags;address;latitude;longitude\r\nOne\r\nTwo;New;"a, b";Street 2;3,5;4\r\n';
    const { status, body } = await bulk(user, twin.id, csv, true);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      preview: {
        total: 2,
        valid: 2,
        rows: [
          {
            line: 2,
            title: 'One',
            description: 'As it was',
            tags: ['old'],
            address: 'Street 1',
            latitude: 1,
            longitude: 2,
          },
          {
            line: 3,
            title: 'Two',
            description: 'New',
            tags: ['a', 'b'],
            address: 'Street 2',
            latitude: 3.5,
            longitude: 4,
          },
        ],
        errors: [],
        errorCount: 0,
        rules: { copied: 0, leftOut: [] },
      },
      job: null,
    });
    expect((await call.list(user, {})).body.total).toBe(2);
  });

  it('reports each bad line with its number, in the caller’s language', async () => {
    const user = await call.editor();
    const { twin } = await original(user);
    const csv = 'title,latitude,longitude\nGood\nORIGINAL\ngood\n,1,2\nFar,91,0\nOpen,"1\n';
    const { preview, job } = (await bulk(user, twin.id, csv, true)).body.data;
    expect(preview).toMatchObject({ total: 6, valid: 1, errorCount: 5 });
    expect(preview.errors.map(({ line, code }) => [line, code])).toEqual([
      [3, 'DTWIN_CREATE_DUPLICATE_ENTRY'],
      [4, 'DTWIN_CSV_DUPLICATE_TITLE'],
      [5, 'DTWIN_CSV_INVALID_VALUE'],
      [6, 'DTWIN_CSV_INVALID_VALUE'],
      [7, 'DTWIN_CSV_UNCLOSED_QUOTE'],
    ]);
    expect([preview.errors[1]?.message, job]).toEqual(['The title good already stands in line 2.', null]);
  });

  it('refuses texts without a header, with unknown columns, with too many lines, and strangers', async () => {
    const user = await call.editor();
    const { twin } = await original(user);
    for (const text of ['One\nTwo\n', 'title,colour\nOne,red\n', '\n', 'PK\u0003\u0004']) {
      expect((await bulk(user, twin.id, text)).body.code).toBe('DTWIN_CSV_UNREADABLE');
    }
    expect((await bulk(user, twin.id, lines(10_001))).body.code).toBe('DTWIN_CSV_TOO_MANY_LINES');
    expect((await bulk(await call.editor(), twin.id, lines(1))).body.code).toBe('DTWIN_NOT_FOUND');
    const scoped = await call.giveScope(user, twin.id);
    const deep = await server.make.user();
    await call.grant(deep, scoped.scopeId, ['DigitalTwin.write']);
    expect((await bulk(deep, twin.id, lines(1))).body.code).toBe('PERMISSION_DENIED');
  });
});

describe('the job', () => {
  it('copies beside the original, line by line, and goes on behind bad ones', async () => {
    const user = await call.editor();
    const { twin, parent } = await original(user);
    const csv = 'title;ref.serial;prop.Area;prop.new\nOne;S1;20;x\noriginal;;;\nTwo;;;\n';
    const id = await started(user, twin.id, csv);
    const job = await finish(user, id);
    expect(job).toMatchObject({
      type: bulkDuplicateKind,
      state: 'done',
      entityId: twin.id,
      errorCount: 1,
      progress: { done: 3, total: 3 },
      errors: [{ line: 3, code: 'DTWIN_CREATE_DUPLICATE_ENTRY' }],
    });
    const [one, two] = await createdBy(id);
    expect(one).toMatchObject({
      title: 'One',
      parentId: parent.id,
      path: `${parent.id}.${one?.id}`,
      description: 'As it was',
      keyValue: [
        { key: 'Area', value: '20' },
        { key: 'colour', value: 'red' },
        { key: 'new', value: 'x' },
      ],
      searchText: 'one\nold\ns1',
      createdBy: user.id,
    });
    expect(two).toMatchObject({ title: 'Two', keyValue: twin.keyValue });
    const references = await server.database.db
      .select({ value: twinReferences.value })
      .from(twinReferences)
      .where(eq(twinReferences.twinId, one?.id ?? 0));
    expect([references, (await call.read(user, two?.id ?? 0)).stateCount]).toEqual([[{ value: 'S1' }], 1]);
    const texts = await endedTexts(server.database.db, [bulkDuplicateKind], new Date(Date.now() - 60_000));
    expect(texts.length).toBeGreaterThan(0);
  });

  it('starts over after a crash without creating or complaining twice, also when a copy was renamed', async () => {
    const user = await call.editor();
    const { twin } = await original(user);
    const id = await started(user, twin.id, lines(250));
    await finish(user, id);
    const { db, pool } = server.database;
    const before = await createdBy(id);
    expect(before).toHaveLength(250);
    // As a process leaves it that was killed behind its last batch but before the end.
    await db.delete(twins).where(eq(twins.id, before.at(-1)?.id ?? 0));
    await db
      .update(twins)
      .set({ title: 'renamed' })
      .where(eq(twins.id, before[0]?.id ?? 0));
    await db.update(jobs).set({ state: 'created', finishedAt: null, done: 120 }).where(eq(jobs.id, id));
    await pool.query(`select graphile_worker.add_job($1, json_build_object('jobId', $2::int))`, [jobTask, id]);
    const job = await finish(user, id);
    expect(job).toMatchObject({ state: 'done', errorCount: 0, progress: { done: 250, total: 250 } });
    const after = await createdBy(id);
    expect(after.slice(0, -1).map((each) => each.id)).toEqual(before.slice(0, -1).map((each) => each.id));
    expect(after).toHaveLength(250);
  });

  it('can be cancelled by whoever started it, and stops when they may not do it any more', async () => {
    const user = await call.editor();
    const { twin } = await original(user);
    const id = await started(user, twin.id, lines(5));
    expect((await server.call(cancelJob, { params: { id } }, { as: user })).body.data.state).toBe('canceled');
    expect(await createdBy(id)).toEqual([]);
    const other = await server.make.user({ account: user.account, permissions: ['DigitalTwin.manage'] });
    const refused = await started(other, twin.id, lines(5));
    await server.database.db.delete(userRoles).where(eq(userRoles.userId, other.id));
    expect(await finish(other, refused)).toMatchObject({ state: 'error', errors: [{ code: 'PERMISSION_DENIED' }] });
    expect(await createdBy(refused)).toEqual([]);
  });

  it('lets others take a title at the last moment', async () => {
    const user = await call.editor();
    const { twin, parent } = await original(user);
    const id = await started(user, twin.id, lines(3));
    await call.make(user, { title: 'copy 1', parentId: parent.id });
    expect(await finish(user, id)).toMatchObject({ state: 'done', errors: [{ line: 3 }], errorCount: 1 });
    expect((await createdBy(id)).map(({ title }) => title)).toEqual(['copy 0', 'copy 2']);
  });

  it('names a rule that no copy gets with the reason, in the preview and once in the job', async () => {
    const user = await call.editor();
    const { twin, parent } = await original(user);
    const elsewhere = await server.make.state({ twin: await server.make.twin({ account: user.account }) });
    const body = {
      title: 'Too warm',
      metrics: [{ alias: 't', stateId: elsewhere.id }],
      alarm: { severity: 'warning' as const, message: 'warm' },
    };
    expect((await server.call(createRule, { params: { id: twin.id }, body }, { as: user })).status).toBe(201);
    const scoped = await call.giveScope(user, parent.id);
    const narrow = await server.make.user();
    await call.grant(narrow, scoped.scopeId, ['DigitalTwin.write']);
    const { preview } = (await bulk(narrow, twin.id, lines(2), true)).body.data;
    const [leftOut] = preview.rules.leftOut;
    expect(preview.rules).toEqual({ copied: 0, leftOut: [{ title: 'Too warm', reason: expect.any(String) }] });
    const job = await finish(narrow, await started(narrow, twin.id, lines(2)));
    expect(job).toMatchObject({ state: 'done', errorCount: 1, errors: [{ code: 'RULE_NOT_CARRIED' }] });
    expect(leftOut?.reason).toContain('data state');
    expect(job?.errors[0]).not.toHaveProperty('line');
    expect(job?.errors[0]?.params).toMatchObject({ rule: 'Too warm', code: 'DTWIN_STATE_NOT_FOUND' });
  });

  it('carries rules to every copy', async () => {
    const user = await call.editor();
    const { twin } = await original(user);
    const [state] = (await server.call(listTwinStates, { params: { id: twin.id } }, { as: user })).body.data;
    const body = {
      title: 'Too warm',
      metrics: [{ alias: 't', stateId: state?.id ?? 0 }],
      alarm: { severity: 'warning' as const, message: 'warm' },
    };
    expect((await server.call(createRule, { params: { id: twin.id }, body }, { as: user })).status).toBe(201);
    const id = await started(user, twin.id, lines(2));
    expect(await finish(user, id)).toMatchObject({ state: 'done', errorCount: 0 });
    const { preview } = (await bulk(user, twin.id, 'title\nOnce more\n', true)).body.data;
    expect(preview.rules).toEqual({ copied: 1, leftOut: [] });
    expect(await call.list(user, { search: 'Once more' })).toMatchObject({ body: { total: 0 } });
    for (const copy of await createdBy(id)) {
      const { body: states } = await server.call(listTwinStates, { params: { id: copy.id } }, { as: user });
      const { body: rules } = await server.call(listTwinRules, { params: { id: copy.id } }, { as: user });
      expect(rules.data).toMatchObject([{ title: 'Too warm', metrics: [{ stateId: states.data[0]?.id }] }]);
    }
  });
});
