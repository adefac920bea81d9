import { createDevice, readDevice, updateDevice } from '@stellwerk/contract/device';
import { bulkImportDevices } from '@stellwerk/contract/device-bulk';
import { undoJob } from '@stellwerk/contract/job';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import { noteSightings } from '../../../ingest/newest/index.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { connectors } from '../../connectors/index.ts';
import { finishJob } from '../../twins/testing/finish-job.ts';
import { devices } from '../device.table.ts';
import type { RemoteDevice } from '../ports.ts';
import { createDeviceFixture, startDeviceServer } from '../testing/devices.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
/** Devices of the other system. */
const remote = new Map<string, RemoteDevice>();
beforeAll(async () => {
  server = await startDeviceServer({
    remoteDevices: {
      create: async (device) => void remote.set(device.externalId, device),
      remove: async ({ externalId }) => void remote.delete(externalId),
      read: async ({ externalId }) => (remote.has(externalId) ? {} : null),
    },
  });
  fixture = createDeviceFixture(server);
});
afterAll(() => server.close());

async function world(type = 'plain') {
  const { user, account } = await fixture.manager();
  const connector = await server.make.connector({ account, type });
  const driver = await fixture.driver(account, [{ name: 'temperature' }]);
  return { user, account, connector, driver };
}
type World = Awaited<ReturnType<typeof world>>;

const title = 'New sensors';
const send = ({ user, account, connector, driver }: World, csv: string, dryRun = false, more: object = {}) =>
  server.call(
    bulkImportDevices,
    { body: { title, tenantId: account.id, connectorId: connector.id, driverId: driver.id, csv, dryRun, ...more } },
    { as: user },
  );
async function run(place: World, csv: string, more: object = {}) {
  const { status, body } = await send(place, csv, false, more);
  expect([status, body.code]).toEqual([200, undefined]);
  return finishJob(server, place.user, body.data.job?.id ?? 0);
}
async function undo(as: TestUser, id: number) {
  const { body } = await server.call(undoJob, { params: { id } }, { as });
  return finishJob(server, as, body.data.id);
}
const devicesOf = ({ connector }: World) =>
  server.database.db
    .select({ id: devices.twinId, externalId: devices.externalId })
    .from(devices)
    .where(eq(devices.connectorId, connector.id))
    .orderBy(devices.twinId);
const errorsOf = async (place: World, csv: string) =>
  (await send(place, csv, true)).body.data.preview.errors.map(({ line, code }) => [line, code]);

describe('POST /api/v1/background-runners/virtualdevice-bulk-import', () => {
  it('creates a device for each line, with all fields and the states of the driver', async () => {
    const place = await world();
    const hall = await server.make.twin({ account: place.account });
    const csv = [
      'title;externalId;tags;groups;operationalStatus;latitude;longitude;parentId;ref.room;prop.floor;description',
      `Lift;L1;"roof;new";g1|g2;inOperation;48,5;9,25;${hall.id};R1;3;"Two\nlines"`,
      'Door;D1;;;1;;;;;;',
    ].join('\r\n');
    const job = await run(place, csv);
    expect(job).toMatchObject({
      title,
      state: 'done',
      errorCount: 0,
      size: 2,
      format: 'csv',
      resource: 'virtualdevice',
    });
    const [lift, door] = await devicesOf(place);
    const read = async (id = 0) => (await server.call(readDevice, { params: { id } }, { as: place.user })).body.data;
    expect(await read(lift?.id)).toMatchObject({
      title: 'Lift',
      externalId: 'L1',
      tags: ['roof', 'new'],
      groups: ['g1', 'g2'],
      operationalStatus: 'inOperation',
      latitude: 48.5,
      longitude: 9.25,
      parentId: hall.id,
      references: [{ name: 'room', value: 'R1' }],
      keyValue: [{ key: 'floor', value: '3' }],
      description: 'Two\nlines',
      stateCount: 2,
    });
    expect(await read(door?.id)).toMatchObject({ title: 'Door', operationalStatus: 'inTransit', parentId: null });
  });

  it.each([
    ['a byte order mark and commas', '\ufefftitle,externalId,tags\nA1 b,X1,"a,b"\n'],
    ['semicolons, old line ends and German names', 'Titel;Device ID;Tags\rA1 b;X1;a|b\r'],
    ['padding by a spreadsheet', 'title;externalId;tags;\nA1 b;X1;"a;b";;;\n;;;\n'.replace(';\n', '\n')],
  ])('reads %s', async (_, csv) => {
    const { body } = await send(await world(), csv, true);
    expect(body.data.preview).toMatchObject({ total: 1, valid: 1, errors: [] });
    expect(body.data.preview.rows[0]?.fields).toMatchObject({ title: 'A1 b', externalId: 'X1', tags: ['a', 'b'] });
  });

  it('reports lines with errors by number, and creates the others', async () => {
    const place = await world();
    await fixture.create(place.user, place.connector, { title: 'Taken', externalId: 'T1' });
    const csv = [
      'title,externalId,latitude,longitude,operationalStatus,parentId',
      'Good,G1,,,,',
      ',G2,,,,',
      'Bad status,G3,,,broken,',
      'Half,G4,1.5,,,',
      'Again,G1,,,,',
      'Same id,T1,,,,',
      'Foreign,G6,,,,999999',
      'Many,G7,,,,,,,x',
      'Last,G8,,,,',
    ].join('\n');
    const job = await run(place, csv);
    expect(job).toMatchObject({ state: 'done', size: 9, progress: { done: 9, total: 9 }, errorCount: 7 });
    const errors = job.errors.map(({ line, code }) => [line, code]).sort((a, b) => Number(a[0]) - Number(b[0]));
    expect(errors).toEqual([
      [3, 'BULK_CSV_INVALID_VALUE'],
      [4, 'BULK_CSV_INVALID_VALUE'],
      [5, 'BULK_CSV_INVALID_VALUE'],
      [6, 'BULK_CSV_DUPLICATE'],
      [7, 'VDEVICE_DUPLICATE_EXTERNAL_ID'],
      [8, 'DTWIN_NOT_FOUND'],
      [9, 'BULK_CSV_TOO_MANY_FIELDS'],
    ]);
    expect((await devicesOf(place)).map(({ externalId }) => externalId)).toEqual(['T1', 'G1', 'G8']);
    expect(await errorsOf(await world(), csv)).toHaveLength(6);
  });

  it.each([
    ['no header', 'Lift,L1\n', 'BULK_CSV_COLUMNS_MISSING'],
    ['a missing column', 'title,tags\nLift,a\n', 'BULK_CSV_COLUMNS_MISSING'],
    ['an unknown column', 'title,externalId,colour\nLift,L1,red\n', 'BULK_CSV_COLUMN_UNKNOWN'],
    ['a repeated column', 'title,externalId,Titel\nLift,L1,Lift\n', 'BULK_CSV_COLUMN_UNKNOWN'],
    ['an empty file', '\n\n', 'BULK_CSV_COLUMNS_MISSING'],
    ['another encoding', 'title,externalId\nT\ufffdr,L1\n', 'BULK_CSV_UNREADABLE'],
    ['a spreadsheet file', 'PK\u0003\u0004\0\0', 'BULK_CSV_UNREADABLE'],
    [
      '501 lines',
      `title,externalId\n${Array.from({ length: 501 }, (_, n) => `D${n},E${n}`).join('\n')}`,
      'BULK_CSV_TOO_MANY_LINES',
    ],
  ])('refuses %s', async (_, csv, code) => {
    const { status, body } = await send(await world(), csv, true);
    expect([status, body.code]).toEqual([400, code]);
  });

  it('refuses a file over the limit without reading it', async () => {
    const place = await world();
    expect((await send(place, 'x'.repeat(2_000_001), true)).status).toBe(400);
    expect((await send(place, 'x'.repeat(5_000_000), true)).status).toBe(413);
  });

  it('names the line of a quote that is never closed', async () => {
    expect(await errorsOf(await world(), 'title,externalId\nLift,L1\n"Door,D1\nX,Y\n')).toEqual([
      [3, 'BULK_CSV_UNCLOSED_QUOTE'],
    ]);
  });

  it('keeps cells that look like formulas as text', async () => {
    const { body } = await send(await world(), 'title,externalId\n=1+1,@A1\n', true);
    expect(body.data.preview.rows[0]?.fields).toMatchObject({ title: '=1+1', externalId: '@A1' });
  });

  it('imports only as many devices as the limits of connector and account leave', async () => {
    const place = await world();
    const csv = `title,externalId\n${[1, 2, 3, 4].map((n) => `D${n},E${n}`).join('\n')}`;
    const { db } = server.database;
    await db.update(connectors).set({ deviceLimit: 3 }).where(eq(connectors.id, place.connector.id));
    const shown = (await send(place, csv, true)).body.data.preview;
    expect(shown).toMatchObject({ valid: 3, limits: [{ of: 'connector', limit: 3, used: 0 }] });
    expect(shown.errors).toMatchObject([{ line: 5, code: 'VDEVICE_LIMIT_REACHED' }]);
    await db.update(accounts).set({ maxNumberOfDevices: 2 }).where(eq(accounts.id, place.account.id));
    const job = await run(place, csv);
    expect(job.errors).toMatchObject([{ line: 4 }, { line: 5, code: 'VDEVICE_LIMIT_REACHED', params: { limit: 2 } }]);
    expect(await devicesOf(place)).toHaveLength(2);
    const body = { title: 'One more', externalId: 'E9', tenantId: place.account.id, connectorId: place.connector.id };
    const refused = await server.call(createDevice, { body }, { as: place.user });
    expect(refused.body.code).toBe('VDEVICE_LIMIT_REACHED');
  });

  it('creates devices in the other system where the column says so, and removes them when it is undone', async () => {
    const csv =
      'title,externalId,isDeviceImport,data.region\nOld,70B3D57ED0000001,true,EU868\nNew,70B3D57ED0000002,nein,US915\n';
    expect(await errorsOf(await world(), csv)).toEqual([
      [2, 'BULK_CSV_DEVICE_IMPORT_UNSUPPORTED'],
      [3, 'BULK_CSV_DEVICE_IMPORT_UNSUPPORTED'],
    ]);
    const place = await world('network');
    expect(await errorsOf(place, csv)).toEqual([]);
    expect([...remote.keys()]).toEqual([]);
    const job = await run(place, csv);
    expect([...remote.values()]).toMatchObject([
      { externalId: '70B3D57ED0000002', connectorData: { region: 'US915' } },
    ]);
    expect(await undo(place.user, job.id)).toMatchObject({ state: 'done', errorCount: 0 });
    expect([...remote.keys()]).toEqual([]);
    expect(await devicesOf(place)).toEqual([]);
  });

  it('keeps devices with data or later changes when it is undone', async () => {
    const place = await world();
    const job = await run(place, 'title,externalId\nA,E1\nB,E2\nC,E3\n');
    const [first, second] = await devicesOf(place);
    const { db } = server.database;
    await noteSightings(db, [{ twinId: first?.id ?? 0, receivedAt: new Date(), packets: 1 }]);
    await server.call(
      updateDevice,
      { params: { id: second?.id ?? 0 }, body: { room: '7', tags: ['x'] } },
      { as: place.user },
    );
    const undone = await undo(place.user, job.id);
    expect(undone.errors.map(({ entityId, code }) => [entityId, code])).toEqual([
      [second?.id, 'BULK_UNDO_CHANGED_SINCE'],
      [first?.id, 'BULK_UNDO_HAS_DATA'],
    ]);
    expect((await devicesOf(place)).map(({ externalId }) => externalId)).toEqual(['E1', 'E2']);
  });

  it('knows no connectors, drivers or places of others', async () => {
    const [place, other] = [await world(), await world()];
    const csv = 'title,externalId\nA,E1\n';
    expect((await send(place, csv, true, { tenantId: other.account.id })).status).toBe(404);
    expect((await send(place, csv, true, { connectorId: other.connector.id })).status).toBe(404);
    expect((await send(place, csv, true, { driverId: other.driver.id })).status).toBe(404);
    const twin = await server.make.twin({ account: other.account });
    const line = `title,externalId,parentId\nA,E1,${twin.id}\n`;
    expect((await send(place, line, true)).body.data.preview.errors).toMatchObject([
      { line: 2, code: 'DTWIN_NOT_FOUND' },
    ]);
  });
});

const cell = fc.oneof(
  fc.constantFrom('', 'a', 'A', 'b', '=x', '"q"', 'a;b', 'ö', 'x'.repeat(201)),
  fc.string({ maxLength: 6 }).filter((text) => !/[\p{Cc}\ufffd]/u.test(text)),
);
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

it('has the effect that its dry run shows, and undoing it leaves nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }), async (lines) => {
      const place = await world();
      const csv = ['title;externalId;tags', ...lines.map((cells) => cells.map(quoted).join(';'))].join('\n');
      const shown = (await send(place, csv, true)).body.data.preview;
      expect(await devicesOf(place)).toEqual([]);
      const started = await send(place, csv);
      expect(started.body.data.preview).toEqual(shown);
      if (!started.body.data.job) {
        expect(shown.valid).toBe(0);
        return;
      }
      const job = await finishJob(server, place.user, started.body.data.job.id);
      expect((await devicesOf(place)).map(({ externalId }) => externalId)).toEqual(
        shown.rows.map(({ fields }) => fields.externalId),
      );
      const byLine = (a: { line?: number | undefined }, b: { line?: number | undefined }) =>
        (a.line ?? 0) - (b.line ?? 0);
      expect(job.errors.toSorted(byLine).map(({ line, code }) => ({ line, code }))).toEqual(
        shown.errors.map(({ line, code }) => ({ line, code })),
      );
      expect(await undo(place.user, job.id)).toMatchObject({ state: 'done', errorCount: 0 });
      expect(await devicesOf(place)).toEqual([]);
    }),
    { numRuns: 8 },
  );
}, 120_000);
