import { createRule } from '@stellwerk/contract/rule-calls';
import { testCommand } from '@stellwerk/contract/rule-run';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeConnector, stateOf } from '../../../../test/connectors/rig.ts';
import type { TestTwin, TestUser } from '../../../../test/factories.ts';
import { subscribe } from '../../../../test/mosquitto.ts';
import { type CommandRig, type GivenCommand, startCommandRig, waits } from './testing/commands.fixture.ts';

let rig: CommandRig;
beforeAll(async () => {
  rig = await startCommandRig();
});
afterAll(() => rig.close());

/** Two siblings below the account that owns the broker, each with a device, and one below the first. */
async function makeFamily() {
  const { make } = rig.server;
  const boss = await make.user({ permissions: ['all.manage'] });
  const broker = await makeConnector(rig.server, { type: 'mqtt-broker' }, boss);
  await vi.waitFor(async () => expect((await stateOf(rig.server, broker)).state).toBe('connected'), waits);
  const connector = { id: broker.id, account: boss.account };
  const own = await make.account({ parent: boss.account });
  const below = await make.account({ parent: own });
  const sibling = await make.account({ parent: boss.account });
  for (const [account, externalId] of [
    [own, 'own'],
    [below, 'below'],
    [sibling, 'sibling'],
    [sibling, 'a/b'],
    [sibling, '7'],
    [boss.account, 'above'],
  ] as const) {
    await make.device({ account, connector, externalId });
  }
  const user = await make.user({ account: own, permissions: ['all.manage', 'DigitalTwin.manage'] });
  return { broker, user, twin: await make.twin({ account: own }) };
}

async function save(as: TestUser, twin: TestTwin, command: GivenCommand) {
  const metrics = [{ alias: 'level', stateId: (await rig.server.make.state({ twin })).id }];
  const body = { title: 'r', metrics, commands: [command] };
  const answer = await rig.server.call(createRule, { params: { id: twin.id }, body }, { as });
  return answer.body.code ?? answer.status;
}

const tryOut = (as: TestUser, twin: TestTwin, command: GivenCommand) =>
  rig.server.call(testCommand, { body: { dtwinId: twin.id, metrics: [], command } }, { as });

describe('a rule that commands through a broker of an account above', () => {
  it('reaches no device of a sibling and of the account above', async () => {
    const { broker, user, twin } = await makeFamily();
    for (const topic of ['sibling', 'sibling/down', 'a%2Fb', 'above', 'above/x']) {
      const commands: GivenCommand[] = [
        { type: 'mqtt', connectorId: broker.id, options: { topic } },
        { type: 'connectorCommand', connectorId: broker.id, options: { command: { topic, payload: 1 } } },
      ];
      for (const command of commands) {
        expect([topic, await save(user, twin, command)]).toEqual([topic, 'RULE_COMMAND_TOPIC']);
        const tested = await tryOut(user, twin, command);
        expect([tested.status, tested.body.code]).toEqual([403, 'RULE_COMMAND_TOPIC']);
      }
    }
    for (const topic of ['own', 'below/x', 'any/sibling', 'siblings']) {
      const command = { type: 'mqtt', connectorId: broker.id, options: { topic } };
      expect([topic, await save(user, twin, command)]).toEqual([topic, 201]);
    }
  });

  it('reaches none by a topic that is filled in later', async () => {
    await rig.startOutbox();
    const { broker, user, twin } = await makeFamily();
    const command = { type: 'mqtt', connectorId: broker.id, options: { topic: '{{twin.keyValue.room}}/down' } };
    expect(await save(user, twin, command)).toBe(201);
    const fired = await rig.fire({ twin }, [command]);
    await rig.settled(fired);
    expect(await rig.rows(fired)).toMatchObject([
      { state: 'failed', code: 'RULE_COMMAND_TOPIC', params: { topic: '7/down' }, attempts: 1 },
    ]);
  });

  it('is not told how many clients listen, unlike a rule of the account that owns the broker', async () => {
    const { broker, user, twin } = await makeFamily();
    const access = { username: String(broker.id), password: broker.generated.password ?? '' };
    const listener = subscribe({ port: rig.mqttPort, topic: `out/${broker.id}/#`, count: 2, ...access });
    await listener.ready;
    const command = { type: 'mqtt', connectorId: broker.id, options: { topic: 'own', payload: 'x' } };
    const below = await tryOut(user, twin, command);
    expect(below.body.data).toMatchObject({ isDone: true, answer: { topic: `out/${broker.id}/own` } });
    expect(below.body.data.answer).not.toHaveProperty('receivers');
    const above = await tryOut(broker.user, await rig.server.make.twin({ account: broker.user.account }), command);
    expect(above.body.data.answer).toMatchObject({ receivers: 1 });
    await listener.ended;
  });
});
