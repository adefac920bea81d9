import { updateAccount } from '@stellwerk/contract/account';
import { ruleDefinition } from '@stellwerk/contract/rule';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { devices } from '../devices/index.ts';
import { stateEdges } from '../states/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** An account below the left of two siblings, and how it moves. */
async function makeFamily() {
  const boss = await server.make.user({ permissions: ['all.manage'] });
  const [left, right] = [
    await server.make.account({ parent: boss.account }),
    await server.make.account({ parent: boss.account }),
  ];
  const moving = await server.make.account({ parent: left });
  async function move(to: TestAccount) {
    const call = { params: { id: moving.id }, body: { parentId: to.id } };
    const { status, body } = await server.call(updateAccount, call, { as: boss });
    return body.code === undefined ? status : [status, body.code, 'params' in body ? body.params : undefined];
  }
  return { root: boss.account, left, right, moving, move };
}

const tied = (devices: number, states: number, rules: number) => [409, 'ACCOUNT_MOVE_TIED', { devices, states, rules }];

describe('a move of an account away from one above it', () => {
  it('is refused while a device uses a connector or a driver there', async () => {
    const { root, left, right, moving, move } = await makeFamily();
    const { db } = server.database;
    const shared = await server.make.connector({ account: root });
    const theirs = await server.make.connector({ account: left });
    const driver = await server.make.driver({ account: left });
    const device = await server.make.device({ account: moving, connector: theirs });
    await server.make.device({ account: moving, connector: shared, driver });
    expect(await move(right)).toEqual(tied(2, 0, 0));
    expect(await move(root)).toEqual(tied(2, 0, 0));
    await db.update(devices).set({ driverId: null }).where(eq(devices.driverId, driver.id));
    expect(await move(right)).toEqual(tied(1, 0, 0));
    await db.update(devices).set({ connectorId: shared.id }).where(eq(devices.twinId, device.id));
    expect(await move(right)).toBe(200);
  });

  it('is refused while data states or rules there are made of its own, or its own of theirs', async () => {
    const { root, left, right, moving, move } = await makeFamily();
    const { db } = server.database;
    const inside = await server.make.state({ account: moving });
    const beside = await server.make.account({ parent: left });
    const [outside, above] = [await server.make.state({ account: beside }), await server.make.state({ account: root })];
    await db.insert(stateEdges).values([
      { stateId: outside.id, sourceStateId: inside.id },
      { stateId: above.id, sourceStateId: inside.id },
    ]);
    const metrics = [{ alias: 'value1', stateId: outside.id }];
    const definition = ruleDefinition.parse({ metrics, alarm: { severity: 'warning', message: 'x' } });
    const rule = await server.make.rule({ twin: inside.twin, definition });
    expect(await move(right)).toEqual(tied(0, 1, 1));
    await db.delete(stateEdges).where(eq(stateEdges.stateId, outside.id));
    expect(await move(right)).toEqual(tied(0, 0, 1));
    await server.database.pool.query('delete from rule_states where rule_id = $1', [rule.id]);
    expect(await move(right)).toBe(200);
  });

  it('goes on with what it has of the accounts that stay above it', async () => {
    const { root, right, moving, move } = await makeFamily();
    const connector = await server.make.connector({ account: root });
    const driver = await server.make.driver({ account: root });
    await server.make.device({ account: moving, connector, driver });
    expect(await move(right)).toBe(200);
  });
});
