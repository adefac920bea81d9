import { retryJob, undoJob } from '@stellwerk/contract/job';
import { readTwin, updateTwin } from '@stellwerk/contract/twin';
import { importTwins } from '@stellwerk/contract/twin-import';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestUser } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { finishJob } from '../testing/finish-job.ts';
import { twins } from '../twin.table.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface World {
  user: TestUser;
  account: TestAccount;
}

async function world(permissions = ['DigitalTwin.manage']): Promise<World> {
  const user = await server.make.user({ permissions });
  return { user, account: user.account };
}

const title = 'New buildings';
const send = ({ user, account }: World, csv: string, dryRun = false, more: object = {}) =>
  server.call(importTwins, { body: { title, tenantId: account.id, csv, dryRun, ...more } }, { as: user });

async function run(place: World, csv: string, more: object = {}) {
  const { status, body } = await send(place, csv, false, more);
  expect([status, body.code]).toEqual([200, undefined]);
  return finishJob(server, place.user, body.data.job?.id ?? 0);
}

async function undo(as: TestUser, id: number) {
  const { body } = await server.call(undoJob, { params: { id } }, { as });
  return finishJob(server, as, body.data.id);
}

const twinsOf = ({ account }: World) =>
  server.database.db
    .select({ id: twins.id, title: twins.title, parentId: twins.parentId })
    .from(twins)
    .where(eq(twins.accountId, account.id))
    .orderBy(twins.id);

describe('POST /api/v1/background-runners/digitaltwin-bulk-import', () => {
  it('creates a twin for each line, with all fields', async () => {
    const place = await world();
    const campus = await server.make.twin({ account: place.account });
    const csv = [
      'Titel;type;tags;latitude;longitude;parentId;ref.inventory;prop.owner;description;floorNumber;room',
      `Hall;Building;"a;b";48,5;9,25;${campus.id};I-7;Town;"Two\nlines";2;E01`,
      'Shed;;;;;;;;;;',
    ].join('\r\n');
    const job = await run(place, csv);
    expect(job).toMatchObject({ title, state: 'done', errorCount: 0, size: 2, resource: 'digitaltwin' });
    const [, hall, shed] = await twinsOf(place);
    expect(hall).toMatchObject({ title: 'Hall', parentId: campus.id });
    expect(shed).toMatchObject({ title: 'Shed', parentId: null });
    const { body } = await server.call(readTwin, { params: { id: hall?.id ?? 0 }, query: {} }, { as: place.user });
    expect(body.data).toMatchObject({
      ...{ type: 'building', tags: ['a', 'b'], latitude: 48.5, longitude: 9.25, description: 'Two\nlines' },
      ...{ references: [{ name: 'inventory', value: 'I-7' }], keyValue: [{ key: 'owner', value: 'Town' }] },
      ...{ floorNumber: 2, room: 'E01' },
    });
  });

  it('reports lines with errors with their numbers and creates the others', async () => {
    const place = await world();
    const foreign = await server.make.twin();
    await server.make.twin({ account: place.account, title: 'Taken' });
    const csv = [
      'title,type,latitude,longitude,parentId',
      'First,,,,',
      ',,,,',
      'No type,castle,,,',
      'Half,,1.5,,',
      'first,,,,',
      'Taken,,,,',
      `Foreign,,,,${foreign.id}`,
      'Last,room,,,',
    ].join('\n');
    const expected = [
      [4, 'BULK_CSV_INVALID_VALUE'],
      [5, 'BULK_CSV_INVALID_VALUE'],
      [6, 'BULK_CSV_DUPLICATE'],
      [7, 'DTWIN_CREATE_DUPLICATE_ENTRY'],
      [8, 'DTWIN_NOT_FOUND'],
    ];
    const { preview } = (await send(place, csv, true)).body.data;
    expect(preview.errors.map(({ line, code }) => [line, code])).toEqual(expected);
    expect(preview.rows.map(({ line }) => line)).toEqual([2, 9]);
    expect(await twinsOf(place)).toHaveLength(1);
    const job = await run(place, csv);
    expect(job).toMatchObject({ state: 'done', errorCount: 5 });
    expect((await twinsOf(place)).map((twin) => twin.title)).toEqual(['Taken', 'First', 'Last']);
    // The name is free now, so that a retry creates the twin of the line that failed.
    await server.database.db.update(twins).set({ title: 'Other' }).where(eq(twins.title, 'Taken'));
    const again = await server.call(retryJob, { params: { id: job.id } }, { as: place.user });
    const retried = await finishJob(server, place.user, again.body.data.id);
    expect(retried).toMatchObject({ state: 'done', size: 2, errorCount: 1 });
    expect((await twinsOf(place)).at(-1)?.title).toBe('Taken');
  });

  it('shows in the dry run what the job creates, for any list', async () => {
    const place = await world();
    const cell = fc.constantFrom('A', 'B', 'a', '', '=1+1', '48,1', 'room', 'x;y', '"', '\ufeff', '{"a":1}', '-1');
    const lines = fc.array(fc.tuple(cell, cell, cell, cell), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(lines, fc.nat(1_000_000), async (rows, run_) => {
        const parent = await server.make.twin({ account: place.account });
        const quoted = rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(';'));
        const csv = ['title;type;latitude;prop.x', ...quoted].join('\n');
        const { preview } = (await send(place, csv, true, { parentId: parent.id, tenantId: undefined })).body.data;
        const started = await send(place, csv, false, { parentId: parent.id, tenantId: undefined });
        const id = started.body.data.job?.id;
        if (id !== undefined) await finishJob(server, place.user, id);
        const created = (await twinsOf(place)).filter(({ parentId }) => parentId === parent.id);
        expect([run_, created.map((twin) => twin.title)]).toEqual([
          run_,
          preview.rows.map(({ fields }) => fields.title),
        ]);
      }),
      { numRuns: 12 },
    );
  });

  it.each([
    ['a missing column', 'type,tags\nroom,a\n', 'BULK_CSV_COLUMNS_MISSING'],
    ['an unknown column', 'title,colour\nHall,red\n', 'BULK_CSV_COLUMN_UNKNOWN'],
    ['a column of devices', 'title,externalId\nHall,1\n', 'BULK_CSV_COLUMN_UNKNOWN'],
    ['a property without a name', 'title,prop.\nHall,1\n', 'BULK_CSV_COLUMN_UNKNOWN'],
    ['another encoding', 'title\nT\ufffdr\n', 'BULK_CSV_UNREADABLE'],
    ['a spreadsheet file', 'PK\u0003\u0004\0\0', 'BULK_CSV_UNREADABLE'],
    ['501 lines', `title\n${Array.from({ length: 501 }, (_, n) => `T${n}`).join('\n')}`, 'BULK_CSV_TOO_MANY_LINES'],
  ])('refuses %s', async (_, csv, code) => {
    const { status, body } = await send(await world(), csv, true);
    expect([status, body.code]).toEqual([400, code]);
  });

  it('reads a byte order mark, keeps formulas as text, and refuses large files without reading them', async () => {
    const place = await world();
    const { preview } = (await send(place, '\ufefftitle\n=1+1\n@cmd\n', true)).body.data;
    expect(preview.rows.map(({ fields }) => fields.title)).toEqual(['=1+1', '@cmd']);
    expect((await send(place, 'x'.repeat(2_000_001), true)).status).toBe(400);
    expect((await send(place, 'x'.repeat(5_000_000), true)).status).toBe(413);
  });

  it('is for managers of the place', async () => {
    const reader = await world(['DigitalTwin.read']);
    const stranger = await world();
    const parent = await server.make.twin({ account: reader.account });
    expect((await send(reader, 'title\nHall\n', true)).status).toBe(403);
    const elsewhere = await send(stranger, 'title\nHall\n', true, { parentId: parent.id, tenantId: undefined });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'DTWIN_NOT_FOUND']);
  });

  it('is undone, except for twins that were changed or filled since', async () => {
    const place = await world();
    const job = await run(place, `title\n${Array.from({ length: 45 }, (_, n) => `T${n}`).join('\n')}\n`);
    const [changed, filled] = await twinsOf(place);
    const change = { params: { id: changed?.id ?? 0 }, body: { description: 'Changed' } };
    expect((await server.call(updateTwin, change, { as: place.user })).status).toBe(200);
    const { id: filledId = 0, title: filledTitle = '' } = filled ?? {};
    const parent = { id: filledId, path: String(filledId), title: filledTitle, account: place.account };
    const child = await server.make.twin({ parent });
    const undone = await undo(place.user, job.id);
    expect(undone).toMatchObject({ state: 'done', errorCount: 2, progress: { done: 45, total: 45 } });
    expect(undone.errors.map(({ code }) => code).sort()).toEqual(['BULK_UNDO_CHANGED_SINCE', 'BULK_UNDO_HAS_DATA']);
    expect((await twinsOf(place)).map(({ id }) => id)).toEqual([changed?.id, filled?.id, child.id]);
  });
});
