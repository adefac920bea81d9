import {
  deleteExport,
  downloadExport,
  listExports,
  type newExport,
  startExport,
} from '@stellwerk/contract/data-export';
import { cancelJob, readJob } from '@stellwerk/contract/job';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { TestState, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { createFiles } from '../../platform/files/files.ts';
import type { JsonValue } from '../../platform/history/history.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { userRoles } from '../../platform/tenancy/user.table.ts';
import { activity } from '../activity/activity.table.ts';
import { states } from '../states/index.ts';
import { finishJob } from '../twins/testing/finish-job.ts';
import { dataExports } from './data-export.table.ts';

/** Half an hour before the clock goes back in Europe/Berlin. */
const start = Date.UTC(2025, 9, 26);
const stepMs = 1_800_000;
const day = { startDate: '2025-10-26T00:00:00Z', endDate: '2025-10-27T00:00:00Z' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const write = (series: number, values: JsonValue[]) =>
  server.history.write(
    server.database.db,
    values.map((value, seq) => ({ series, at: start + seq * stepMs, shard: 0, seq, value, source: 'manual' })),
  );

const reader = (permissions = ['DigitalTwin.read']) => server.make.user({ permissions });

const order = (as: TestUser, from: TestState[], more: Partial<z.input<typeof newExport>> = {}) =>
  server.call(
    startExport,
    { body: { name: 'Kessel', stateIds: from.map(({ id }) => id), ...day, ...more } },
    { as, headers: { 'accept-language': 'en' } },
  );

/** Orders a file, waits for its job and returns its lines. */
async function linesOf(as: TestUser, from: TestState[], more: Partial<z.input<typeof newExport>> = {}) {
  const { status, body } = await order(as, from, more);
  expect(status).toBe(201);
  const job = await finishJob(server, as, body.data.job.id);
  expect(job.state).toBe('done');
  const { body: file } = await server.call(downloadExport, { params: { id: body.data.id } }, { as });
  return { id: body.data.id, job, lines: String(file).trimEnd().split('\r\n') };
}

const listed = async (as: TestUser) =>
  (await server.call(listExports, { query: {} }, { as, headers: { 'accept-language': 'en' } })).body.data;

describe('a data-point export', () => {
  it('writes every value with its time in the zone, in a form that spreadsheets can’t run', async () => {
    const user = await reader();
    const twin = await server.make.twin({ account: user.account, title: '=Kessel "1"' });
    const state = await server.make.state({ twin, key: 'flow' });
    await server.database.db.update(states).set({ unit: '@x', title: 'Fluss; neu' }).where(eq(states.id, state.id));
    await write(state.id, [1.5, -2, '=1+1', true, null, { a: 'b;c' }]);
    const { lines, id } = await linesOf(user, [state]);
    const fixed = `digitalTwin;${twin.id};"'=Kessel ""1""";;flow;"Fluss; neu";'@x`;
    expect(lines).toEqual([
      '\ufeffentityType;entityId;title;externalId;stateKey;stateTitle;unit;timestamp;value',
      `${fixed};2025-10-26T02:00:00.000+02:00;1,5`,
      `${fixed};2025-10-26T02:30:00.000+02:00;-2`,
      `${fixed};2025-10-26T02:00:00.000+01:00;'=1+1`,
      `${fixed};2025-10-26T02:30:00.000+01:00;true`,
      `${fixed};2025-10-26T03:00:00.000+01:00;`,
      `${fixed};2025-10-26T03:30:00.000+01:00;"{""a"":""b;c""}"`,
    ]);
    const [row] = await listed(user);
    expect(row).toMatchObject({
      id,
      name: 'Kessel',
      format: 'csv',
      job: { state: 'done', progress: { done: 100, total: 100 }, errors: [], cancellable: false },
      file: { rowCount: 6, isCut: false },
      createdBy: { id: user.id },
      mail: null,
    });
    expect(row?.file?.name).toMatch(/^Kessel .*\.csv$/);
  });

  it('separates and writes numbers as asked for', async () => {
    const user = await reader();
    const state = await server.make.state({ account: user.account });
    await write(state.id, [1.5]);
    const { lines } = await linesOf(user, [state], { delimiter: ',', decimal: '.', zone: 'UTC' });
    expect(lines[1]).toMatch(/,2025-10-26T00:00:00.000\+00:00,1\.5$/);
    const { status } = await order(user, [state], { delimiter: ',', decimal: ',' });
    expect(status).toBe(400);
  });

  it.each([
    ['LAST', {}, [['2025-10-26T04:30:00.000+01:00', '8']]],
    ['MAX', {}, [['2025-10-26T02:00:00.000+02:00', '8']]],
    ['SUM', {}, [['2025-10-26T02:00:00.000+02:00', '36']]],
    [
      'INTERVAL',
      { duration: '1h', method: 'sum' },
      [
        ['2025-10-26T02:00:00.000+02:00', '3'],
        ['2025-10-26T02:00:00.000+01:00', '7'],
        ['2025-10-26T03:00:00.000+01:00', '11'],
        ['2025-10-26T04:00:00.000+01:00', '15'],
      ],
    ],
  ] as const)('computes %s', async (aggregation, more, rows) => {
    const user = await reader();
    const state = await server.make.state({ account: user.account });
    await write(state.id, [1, 2, 3, 4, 5, 6, 7, 8]);
    const { lines } = await linesOf(user, [state], { aggregation, ...more });
    expect(lines.slice(1).map((line) => line.split(';').slice(-2))).toEqual(rows);
  });

  it.each([
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK'],
    ['pdf', 'application/pdf', '%PDF-1.7'],
  ] as const)('writes %s', async (format, type, begin) => {
    const user = await reader();
    const state = await server.make.state({ account: user.account });
    await write(state.id, [1, 2]);
    const { id } = await linesOf(user, [state], { format });
    const { headers, body } = await server.call(downloadExport, { params: { id } }, { as: user });
    expect(headers['content-type']).toBe(type);
    expect(headers['content-disposition']).toContain(`.${format}"`);
    expect(String(body).startsWith(begin)).toBe(true);
  });

  it('ends at the row limit of the account, and says so in the file, the list and the job', async () => {
    const user = await reader();
    const state = await server.make.state({ account: user.account });
    await server.database.db.update(accounts).set({ csvExportLimit: 2 }).where(eq(accounts.id, user.account.id));
    await write(state.id, [1, 2, 3]);
    const { lines, job } = await linesOf(user, [state], { language: 'en' });
    expect(lines).toHaveLength(4);
    expect(lines.at(-1)).toContain('The file ends after 2 rows');
    expect(job.errors).toMatchObject([{ code: 'HISTORY_EXPORT_CUT', params: { limit: 2 } }]);
    expect((await listed(user))[0]).toMatchObject({ file: { rowCount: 2, isCut: true } });
  });

  it('contains what its user may read when it runs', async () => {
    const user = await reader();
    const state = await server.make.state({ account: user.account });
    await write(state.id, [1]);
    const { body } = await order(user, [state]);
    await server.database.db.delete(userRoles).where(eq(userRoles.userId, user.id));
    const job = await finishJob(server, user, body.data.job.id);
    expect(job.errors).toMatchObject([{ code: 'DTWIN_STATE_NOT_FOUND', entityId: state.id }]);
    expect((await listed(user))[0]).toMatchObject({ file: { rowCount: 0 } });
  });

  it('is refused for states of others, and for twins if only devices may be read', async () => {
    const user = await reader(['VirtualDevice.read']);
    const twinState = await server.make.state({ account: user.account });
    const device = await server.make.device({ account: user.account });
    const own = await server.make.state({ twin: device });
    const foreign = await server.make.state();
    expect((await order(user, [foreign])).body.code).toBe('DTWIN_STATE_NOT_FOUND');
    expect((await order(user, [twinState])).status).not.toBe(201);
    await write(own.id, [7]);
    const { lines } = await linesOf(user, [own]);
    expect(lines[1]).toContain(`virtualDevice;${device.id};${device.title};${device.externalId};`);
  });

  it('keeps nothing of a cancelled export', async () => {
    const user = await reader();
    const state = await server.make.state({ account: user.account });
    const { body } = await order(user, [state]);
    expect((await server.call(cancelJob, { params: { id: body.data.job.id } }, { as: user })).status).toBe(200);
    expect((await server.call(downloadExport, { params: { id: body.data.id } }, { as: user })).body.code).toBe(
      'DATA_EXPORT_NOT_READY',
    );
  });
});

describe('GET /api/v1/exports/{id}/file', () => {
  it('is for the creator and for holders of all.read; others get the same as for a missing one', async () => {
    const user = await reader();
    const state = await server.make.state({ account: user.account });
    await write(state.id, [1]);
    const { id } = await linesOf(user, [state]);
    const get = (as: TestUser, file = id) => server.call(downloadExport, { params: { id: file } }, { as });
    const colleague = await server.make.user({ account: user.account, permissions: ['DigitalTwin.manage'] });
    const auditor = await server.make.user({ account: user.account, permissions: ['all.read'] });
    const stranger = await reader(['all.manage']);
    expect((await get(auditor)).status).toBe(200);
    for (const [as, file] of [
      [colleague, id],
      [stranger, id],
      [user, 999_999_999],
    ] as const) {
      const { status, body } = await get(as, file);
      expect([status, body.code]).toEqual([404, 'DATA_EXPORT_NOT_FOUND']);
    }
    expect((await listed(colleague)).length + (await listed(stranger)).length).toBe(0);
    expect(await listed(auditor)).toHaveLength(1);
  });

  it('is a download and an entry of the activity log', async () => {
    const user = await reader();
    const state = await server.make.state({ account: user.account });
    const { id } = await linesOf(user, [state]);
    const { headers } = await server.call(downloadExport, { params: { id } }, { as: user });
    expect(headers['content-type']).toContain('text/csv');
    expect(headers['content-disposition']).toContain('attachment');
    const entries = await server.database.db.select().from(activity).where(eq(activity.userId, user.id));
    expect(entries.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api/v1/background-runners/export', '/api/v1/exports/{id}/file']),
    );
  });
});

describe('DELETE /api/v1/exports/{id}', () => {
  it('deletes the file for its creator, once the job has ended', async () => {
    const user = await reader();
    const state = await server.make.state({ account: user.account });
    const { id } = await linesOf(user, [state]);
    const remove = (as: TestUser) => server.call(deleteExport, { params: { id } }, { as });
    const auditor = await server.make.user({ account: user.account, permissions: ['all.read'] });
    expect((await remove(auditor)).status).toBe(403);
    expect((await remove(user)).status).toBe(200);
    expect((await server.call(downloadExport, { params: { id } }, { as: user })).status).toBe(404);
  });
});

describe('a crash, and a full disk', () => {
  it('begins the file again after a crash, and deletes the unfinished one', async () => {
    const user = await reader();
    const state = await server.make.state({ account: user.account });
    await write(state.id, [1, 2]);
    const { body } = await order(user, [state]);
    const { id, job } = body.data;
    await server.database.db
      .update(dataExports)
      .set({ fileKey: 'a'.repeat(32) })
      .where(eq(dataExports.id, id));
    expect(await finishJob(server, user, job.id)).toMatchObject({ state: 'done' });
    expect((await listed(user))[0]).toMatchObject({ file: { rowCount: 2 } });
    const [row] = await server.database.db.select().from(dataExports).where(eq(dataExports.id, id));
    expect(row?.fileKey).not.toBe('a'.repeat(32));
  });

  it('says that the disk is full, and keeps nothing', async () => {
    const store: FileStore = {
      async write(_key, source) {
        for await (const _piece of source) {
          throw Object.assign(new Error('write failed'), { code: 'ENOSPC' });
        }
      },
      read: async () => undefined,
      remove: async () => {},
      removeAbandoned: async () => 0,
    };
    const full = await startTestServer({ files: createFiles({ store }) });
    try {
      const user = await full.make.user({ permissions: ['DigitalTwin.read'] });
      const state = await full.make.state({ account: user.account });
      const body = { name: 'Kessel', stateIds: [state.id], ...day };
      const headers = { 'accept-language': 'en' };
      const started = await full.call(startExport, { body }, { as: user });
      await finishJob(full, user, started.body.data.job.id);
      const job = await full.call(readJob, { params: { id: started.body.data.job.id } }, { as: user, headers });
      expect(job.body.data).toMatchObject({ state: 'error', errors: [{ code: 'DATA_EXPORT_DISK_FULL' }] });
      const { body: list } = await full.call(listExports, { query: {} }, { as: user, headers });
      expect(list.data[0]).toMatchObject({ file: null, job: { state: 'error' } });
      expect(list.data[0]?.job.errors[0]).toContain('not enough space');
    } finally {
      await full.close();
    }
  });
});
