import { type AlarmRow, listAlarms } from '@stellwerk/contract/alarm';
import { expect } from 'vitest';
import type { TestAccount, TestTwin, TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import { alarms } from '../../alarms/index.ts';

export const readsAlarms = ['VirtualDevice.read'];
export const managesAlarms = ['VirtualDevice.manage', 'DigitalTwin.manage'];

type AlarmFields = Partial<typeof alarms.$inferInsert>;

/** An account with a user, and helpers that create alarms on its twins. */
export function createAlarmFixture(server: TestServer) {
  const { db } = server.database;
  let count = 0;

  /** Origin is `health` by default. */
  async function alarm(twin: TestTwin, fields: AlarmFields = {}): Promise<number> {
    count += 1;
    const plain = { origin: 'health', originId: twin.id, identifier: `check ${count}`, category: 'device' };
    const [created] = await db
      .insert(alarms)
      .values({
        ...plain,
        accountId: twin.account.id,
        twinId: twin.id,
        severity: 'warning',
        message: 'test',
        openedAt: new Date(),
        ...fields,
      })
      .returning({ id: alarms.id });
    if (!created) throw new Error('insert returned no row');
    return created.id;
  }

  /** Creates a rule and an alarm of it. */
  async function ruleAlarm(twin: TestTwin, fields: AlarmFields = {}): Promise<number> {
    const rule = await server.make.rule({ twin });
    return alarm(twin, { origin: 'rule', originId: rule.id, identifier: 'rule', ...fields });
  }

  async function list(as: TestUser, query: Record<string, unknown> = {}, language = 'en'): Promise<AlarmRow[]> {
    const options = { as, headers: { 'accept-language': language } };
    const { status, body } = await server.call(listAlarms, { query: query as never }, options);
    expect([status, body.code]).toEqual([200, undefined]);
    expect(body.total).toBe(body.data.length);
    return body.data;
  }

  const idsOf = async (as: TestUser, query: Record<string, unknown> = {}) =>
    (await list(as, query)).map(({ id }) => id);

  async function place(options: { account?: TestAccount; permissions?: string[] } = {}) {
    const { permissions = readsAlarms } = options;
    const user = await server.make.user({ permissions, ...(options.account ? { account: options.account } : {}) });
    const twin = await server.make.twin({ account: user.account });
    return { user, account: user.account, twin };
  }

  return { alarm, ruleAlarm, list, idsOf, place };
}
