import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { ancestorsOf, mercatorOf, placeTwin, setTwinStatuses } from '../index.ts';
import { twinPositions, twins } from '../twin.table.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const rowOf = async (id: number) => (await server.database.db.select().from(twins).where(eq(twins.id, id)))[0];
const trackOf = async (id: number) => {
  const { db } = server.database;
  const rows = await db.select().from(twinPositions).where(eq(twinPositions.twinId, id)).orderBy(asc(twinPositions.at));
  return rows.map(({ at: time, latitude }) => [time.getUTCSeconds(), latitude]);
};

describe('placeTwin', () => {
  it('moves a twin to its newest place and keeps the track, whatever comes late or twice', async () => {
    const { db } = server.database;
    const { id } = await server.make.twin();
    const before = await rowOf(id);
    const place = (second: number, latitude: number) =>
      placeTwin(db, id, { latitude, longitude: 13, measuredAt: at(second) });
    await place(10, 50);
    await place(5, 40);
    await place(10, 50);
    expect(await rowOf(id)).toMatchObject({
      latitude: 50,
      longitude: 13,
      ...mercatorOf(50, 13),
      updatedAt: before?.updatedAt,
    });
    await place(10, 51);
    await place(20, 60);
    expect(await trackOf(id)).toEqual([
      [5, 40],
      [10, 51],
      [20, 60],
    ]);
    expect(await rowOf(id)).toMatchObject({ latitude: 60 });
  });

  it('has the newest place in the end when many come at once', async () => {
    const { id } = await server.make.twin();
    const seconds = [3, 9, 1, 7, 5, 8, 2, 6, 4];
    await Promise.all(
      seconds.map((second) =>
        placeTwin(server.database.db, id, { latitude: second, longitude: 0, measuredAt: at(second) }),
      ),
    );
    expect([(await rowOf(id))?.latitude, (await trackOf(id)).length]).toEqual([9, 9]);
  });
});

describe('setTwinStatuses', () => {
  it('writes the statuses of many twins', async () => {
    const { db } = server.database;
    const [a, b] = [await server.make.twin(), await server.make.twin()];
    await setTwinStatuses(db, []);
    await setTwinStatuses(db, [
      { twinId: a.id, status: 2 },
      { twinId: b.id, status: 3 },
    ]);
    expect([(await rowOf(a.id))?.status, (await rowOf(b.id))?.status]).toEqual([2, 3]);
  });
});

describe('ancestorsOf', () => {
  it('names everything above, from the top down', async () => {
    const top = await server.make.twin({ title: 'top' });
    const inner = await server.make.twin({ parent: top, title: 'inner' });
    const leaf = await server.make.twin({ parent: inner });
    const found = await ancestorsOf(server.database.db, [leaf.id, top.id]);
    expect(found.get(leaf.id)).toMatchObject([
      { id: top.id, title: 'top' },
      { id: inner.id, title: 'inner' },
    ]);
    expect(found.get(top.id)).toEqual([]);
  });
});
