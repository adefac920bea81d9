import { alarmNews, commentAlarm } from '@stellwerk/contract/alarm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestTwin, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Db } from '../../platform/db/db.ts';
import { listenTo } from '../devices/testing/live.fixture.ts';
import { type NewAlarm, openAlarms, regradeAlarms, resolveAlarms, resolveAlarmsOfTwins } from './index.ts';

let server: TestServer;
let url = '';
beforeAll(async () => {
  server = await startTestServer();
  await server.alarmNotifier.start();
  url = `${(await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')}/api/v1/live`;
});
afterAll(() => server.close());

const permissions = ['VirtualDevice.read'];

async function listen(as: TestUser, account: TestAccount) {
  const live = await listenTo(url, as, `alarms/${account.id}`);
  const news = () => live.said.flatMap(({ data }) => alarmNews.safeParse(data).data ?? []);
  const total = () => news().reduce((sum, { changed }) => sum + changed, 0);
  return { ...live, news, total, untilTotal: (wanted: number) => live.until(() => total() >= wanted) };
}

const about = (twin: TestTwin, identifier: string): NewAlarm => ({
  ...{ origin: 'health', originId: twin.id, identifier, accountId: twin.account.id, twinId: twin.id },
  ...{ category: 'device', severity: 'warning', message: 'test', code: null, params: null, evidence: {} },
  openedAt: new Date(),
});

async function place(options: { account?: TestAccount } = {}) {
  const user = await server.make.user({ permissions, ...options });
  return { user, account: user.account, twin: await server.make.twin({ account: user.account }) };
}

describe('the live topic of alarms', () => {
  it('reports after the commit, and nothing of what was rolled back', async () => {
    const { db } = server.database;
    const [here, there] = [await place(), await place()];
    const heard = await listen(here.user, here.account);
    const elsewhere = await listen(there.user, there.account);
    const rolledBack = db.transaction(async (tx) => {
      await openAlarms(tx, [about(here.twin, 'a')]);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await db.transaction(async (tx) => {
      await openAlarms(tx, [about(here.twin, 'b')]);
      // What was told elsewhere in the meantime came after it, and is heard before.
      await openAlarms(db, [about(there.twin, 'b')]);
      await elsewhere.untilTotal(1);
      expect(heard.total()).toBe(0);
    });
    await heard.untilTotal(1);
    await openAlarms(db, [about(there.twin, 'c')]);
    await elsewhere.untilTotal(2);
    expect(heard.total()).toBe(1);
  });

  it('reports a transaction once, and only real changes', async () => {
    const { db } = server.database;
    const { user, account, twin } = await place();
    const heard = await listen(user, account);
    const [a, b] = [about(twin, 'a'), about(twin, 'b')];
    await db.transaction(async (tx) => {
      await openAlarms(tx, [a]);
      await openAlarms(tx, [b]);
      await resolveAlarms(tx, [a], new Date());
    });
    await heard.untilTotal(1);
    const nothing = async (on: Db) => {
      await openAlarms(on, [b]);
      await resolveAlarms(on, [a], new Date());
      await regradeAlarms(on, [b]);
      await resolveAlarmsOfTwins(on, 'rule', [twin.id], new Date());
    };
    await nothing(db);
    await regradeAlarms(db, [{ ...b, severity: 'error' }]);
    await heard.untilTotal(2);
    await resolveAlarmsOfTwins(db, 'health', [twin.id], new Date());
    await heard.untilTotal(3);
    expect(heard.total()).toBe(3);
  });

  it('reaches those who look at an account above, and nobody below or beside', async () => {
    const { db } = server.database;
    const above = await place();
    const account = await server.make.account({ parent: above.account });
    const own = await place({ account });
    const below = await place({ account: await server.make.account({ parent: account }) });
    const listeners = [await listen(above.user, above.account), await listen(own.user, account)];
    const deeper = await listen(below.user, below.account);
    await openAlarms(db, [about(own.twin, 'a')]);
    for (const listener of listeners) await listener.untilTotal(1);
    await openAlarms(db, [about(below.twin, 'a')]);
    await deeper.untilTotal(1);
    for (const listener of listeners) await listener.untilTotal(2);
    expect(deeper.total()).toBe(1);
  });

  it('joins what comes in a burst', async () => {
    const { db } = server.database;
    const { user, account, twin } = await place();
    const heard = await listen(user, account);
    const startedMs = performance.now();
    for (let index = 0; index < 40; index += 1) await openAlarms(db, [about(twin, `check ${index}`)]);
    await heard.untilTotal(40);
    expect(heard.total()).toBe(40);
    // One at once, then one at the end of each pause.
    expect(heard.news().length).toBeLessThanOrEqual(2 + (performance.now() - startedMs) / 300);
  });

  it('reports comments', async () => {
    const { user, account, twin } = await place();
    const { opened } = await openAlarms(server.database.db, [about(twin, 'a')]);
    const [id = 0] = opened.values();
    const heard = await listen(user, account);
    await server.call(commentAlarm, { params: { id }, body: { message: 'x' } }, { as: user });
    await heard.untilTotal(1);
  });

  it('is for those who may read devices in the account', async () => {
    const { account } = await place();
    const stranger = await server.make.user({ permissions: ['VirtualDevice.manage'] });
    const other = await server.make.user({ account, permissions: ['DigitalTwin.manage'] });
    for (const [as, id] of [
      [stranger, account.id],
      [other, account.id],
      [stranger, 'x'],
      [stranger, 999_999_999],
    ] as const) {
      const { said } = await listenTo(url, as, `alarms/${id}`);
      expect(said).toMatchObject([{ error: { code: 'LIVE_TOPIC_NOT_FOUND' } }]);
    }
  });
});
