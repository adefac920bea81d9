import { createRule, listCommandKinds } from '@stellwerk/contract/rule-calls';
import { testCommand } from '@stellwerk/contract/rule-run';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openHttpServer } from '../../../../test/connectors/http-server.ts';
import type { TestTwin, TestUser } from '../../../../test/factories.ts';
import { newestValue, setNewest } from '../../../ingest/newest/testing/newest.fixture.ts';
import { openMailServer } from '../../../platform/mail/testing/mailbox.ts';
import { downlinks } from '../../devices/index.ts';
import { states } from '../../states/index.ts';
import { type CommandRig, type GivenCommand, startCommandRig } from './testing/commands.fixture.ts';

let rig: CommandRig;
beforeAll(async () => {
  rig = await startCommandRig();
});
afterAll(() => rig.close());

const english = { 'accept-language': 'en' };

async function save(as: TestUser, twin: TestTwin, ...commands: GivenCommand[]) {
  const state = await rig.server.make.state({ twin });
  const metrics = [{ alias: 'level', stateId: state.id }];
  const { status, body } = await rig.server.call(
    createRule,
    { params: { id: twin.id }, body: { title: 'r', metrics, commands } },
    { as, headers: english },
  );
  return status === 201 ? [201] : [status, body.code, 'params' in body ? body.params : undefined];
}

describe('GET /api/v1/digitaltwin/rules/command-types', () => {
  it('reports what there is, what it acts on and what it goes through', async () => {
    const { user } = await rig.manager();
    const { body } = await rig.server.call(listCommandKinds, {}, { as: user });
    const kinds = Object.fromEntries(body.data.map(({ type, ...kind }) => [type, kind]));
    const known = ['connectorCommand', 'downlink', 'mail', 'mqtt', 'setState', 'webhook'];
    expect(Object.keys(kinds)).toEqual(expect.arrayContaining(known));
    expect(kinds.mail).toMatchObject({ connectorTypes: ['mail-outgoing'], isConnectorRequired: false, acts: 'none' });
    expect(kinds.webhook).toMatchObject({ connectorTypes: ['webhook-outgoing'], isConnectorRequired: true });
    const delivering = ['mqtt-broker', 'mqtt-outgoing', 'webhook-outgoing'];
    expect(kinds.connectorCommand?.connectorTypes).toEqual(expect.arrayContaining(delivering));
    expect(kinds.connectorCommand?.connectorTypes).not.toContain('mail-outgoing');
    expect([kinds.setState?.acts, kinds.downlink?.acts]).toEqual(['twin', 'device']);
    expect(kinds.mail?.optionsSchema).toMatchObject({ type: 'object', required: ['to', 'subject', 'body'] });
  });
});

const mail = (to: string[]): GivenCommand => ({ type: 'mail', options: { to, subject: 's', body: 'b' } });
const fine = mail(['a@example.com']);

describe('saving a rule', () => {
  it.each<[string, GivenCommand, unknown[]]>([
    ['an unknown kind', { type: 'fax' }, [400, 'RULE_COMMAND_UNKNOWN', { type: 'fax' }]],
    ['no recipient', mail([]), [400, 'RULE_COMMAND_INVALID', { number: 2, field: 'to' }]],
    [
      'a recipient with a line break',
      mail(['a@example.com\r\nBcc: b@example.com']),
      [400, 'RULE_COMMAND_INVALID', { number: 2, field: 'to' }],
    ],
    [
      'an option that is too long',
      { type: 'mail', options: { to: ['a@example.com'], subject: 's', body: 'x'.repeat(20_001) } },
      [400, 'RULE_COMMAND_INVALID', { number: 2, field: 'body' }],
    ],
    ['a missing connector', { type: 'webhook' }, [400, 'RULE_COMMAND_INVALID', { number: 2, field: 'connectorId' }]],
    [
      'a state that is not there',
      { type: 'setState', options: { stateKey: 'nothing', value: '1' } },
      [400, 'RULE_COMMAND_INVALID', { number: 2, field: 'stateKey' }],
    ],
    [
      'a downlink to no device',
      { type: 'downlink', options: { payload: '01' } },
      [400, 'RULE_COMMAND_INVALID', { number: 2, field: 'dtwinId' }],
    ],
  ])('refuses %s', async (_name, command, expected) => {
    const { user, twin } = await rig.manager();
    expect(await save(user, twin, fine, command)).toEqual(expected);
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['mqtt', 'mqtt-broker', { topic: 'd', qos: 2, retain: true }],
    ['connectorCommand', 'mqtt-broker', { command: { topic: 'd', retain: true } }],
  ])('refuses a retained message of %s through %s, which keeps none', async (type, connectorType, options) => {
    const { user, twin } = await rig.manager();
    const { id: connectorId } = await rig.server.make.connector({ account: user.account, type: connectorType });
    const command = { type, connectorId, options } as GivenCommand;
    expect((await save(user, twin, command)).slice(0, 2)).toEqual([400, 'BRIDGE_NO_RETAIN']);
    const outgoing = await rig.server.make.connector({ account: user.account, type: 'mqtt-outgoing' });
    expect(await save(user, twin, { ...command, connectorId: outgoing.id })).toEqual([201]);
  });

  it('lets placeholders stand wherever the options have text', async () => {
    const { user, twin } = await rig.manager();
    expect(await save(user, twin, mail(['{{twin.keyValue.mail}}']))).toEqual([201]);
  });

  it('takes connectors of the account and of those above, of a kind that fits', async () => {
    const { user, twin } = await rig.manager();
    const below = await rig.server.make.account({ parent: user.account });
    const twinBelow = await rig.server.make.twin({ account: below });
    const own = await rig.server.make.connector({ account: user.account, type: 'webhook-outgoing' });
    const incoming = await rig.server.make.connector({ account: user.account });
    const under = await rig.server.make.connector({ account: below, type: 'webhook-outgoing' });
    const stranger = await rig.server.make.connector({ type: 'webhook-outgoing' });
    const call = (connectorId: number): GivenCommand => ({ type: 'webhook', connectorId });
    expect(await save(user, twin, call(own.id))).toEqual([201]);
    expect(await save(user, twinBelow, call(own.id), call(under.id))).toEqual([201]);
    expect(await save(user, twin, call(under.id))).toEqual([403, 'RULE_COMMAND_TARGET', { number: 1 }]);
    const unfit = [400, 'RULE_COMMAND_INVALID', { number: 1, field: 'connectorId' }];
    expect(await save(user, twin, call(incoming.id))).toEqual(unfit);
    expect(await save(user, twin, { ...fine, connectorId: own.id })).toEqual(unfit);
    expect((await save(user, twin, call(stranger.id))).slice(0, 2)).toEqual([404, 'BRIDGE_NOT_FOUND']);
    expect((await save(user, twin, call(999_999_999))).slice(0, 2)).toEqual([404, 'BRIDGE_NOT_FOUND']);
  });

  it('needs the permission on what is acted on', async () => {
    const { user, twin } = await rig.manager();
    const device = await rig.server.make.device({ account: user.account });
    const state = await rig.server.make.state({ twin: device, key: 'level' });
    const writer = await rig.server.make.user({ account: user.account, permissions: ['DigitalTwin.manage'] });
    const downlink: GivenCommand = { type: 'downlink', dtwinId: device.id, options: { payload: '01' } };
    const set = (dtwinId: number): GivenCommand => ({
      type: 'setState',
      dtwinId,
      options: { stateKey: 'level', value: '1' },
    });
    expect(await save(user, twin, downlink, set(device.id))).toEqual([201]);
    expect(await save(writer, twin, set(device.id))).toEqual([201]);
    expect(await save(writer, twin, set(device.id), downlink)).toEqual([403, 'RULE_COMMAND_TARGET', { number: 2 }]);
    const foreign = await rig.server.make.state({ key: 'level' });
    expect((await save(user, twin, set(foreign.twin.id))).slice(0, 2)).toEqual([404, 'DTWIN_NOT_FOUND']);
    await rig.db.update(states).set({ source: 'aggregate' }).where(eq(states.id, state.id));
    expect(await save(user, twin, set(device.id))).toEqual([
      400,
      'RULE_COMMAND_INVALID',
      { number: 1, field: 'stateKey' },
    ]);
  });

  it('acts on nothing above the account of the rule', async () => {
    const { user, twin } = await rig.manager();
    await rig.server.make.state({ twin, key: 'level' });
    const below = await rig.server.make.account({ parent: user.account });
    const twinBelow = await rig.server.make.twin({ account: below });
    const up: GivenCommand = { type: 'setState', dtwinId: twin.id, options: { stateKey: 'level', value: '1' } };
    expect(await save(user, twinBelow, up)).toEqual([403, 'RULE_COMMAND_TARGET', { number: 1 }]);
  });
});

describe('POST /api/v1/digitaltwin/rules/test-execute-action/', () => {
  async function tryOut(as: TestUser, twin: TestTwin, command: GivenCommand, level = 81.5) {
    const state = await rig.server.make.state({ twin });
    const at = new Date();
    await setNewest(rig.db, state.id, { value: level, measuredAt: at, receivedAt: at, origin: 'manual' });
    const metrics = [{ alias: 'level', stateId: state.id }];
    const body = { dtwinId: twin.id, metrics, command, ruleTitle: 'Too hot' };
    return rig.server.call(testCommand, { body }, { as, headers: english });
  }

  it('sends a mail to the one who tests, and to nobody else', async () => {
    const server = await openMailServer({ port: rig.mailPort });
    onTestFinished(server.close);
    const { user, twin } = await rig.manager();
    const options = { to: ['boss@example.com', 'all@example.com'], subject: '{{rule.title}}', body: '{{level}} °C' };
    const { body } = await tryOut(user, twin, { type: 'mail', options });
    expect(body.data).toMatchObject({
      isDone: true,
      target: user.email,
      options: { to: [user.email], subject: 'Too hot', body: '81.5 °C' },
      answer: { messageId: expect.any(String) },
      problem: null,
    });
    expect(server.received.map(({ to }) => to)).toEqual([[user.email]]);
  });

  it('reports what the other side answered, and why it did not work', async () => {
    const peer = await openHttpServer();
    onTestFinished(peer.close);
    const { user, twin } = await rig.manager();
    const connectorId = await rig.connect(user, 'webhook-outgoing', { url: `http://127.0.0.1:${peer.port}` });
    const command = { type: 'webhook', connectorId, options: { path: '/x', body: '{"l":{{level}}}' } };
    const { body } = await tryOut(user, twin, command);
    expect(body.data).toMatchObject({ isDone: true, answer: { status: 200, body: 'thanks' } });
    expect(peer.received).toMatchObject([{ url: '/x', body: '{"l":81.5}' }]);
    peer.setAnswer(() => ({ status: 403 }));
    const refused = await tryOut(user, twin, command);
    expect(refused.body.data).toMatchObject({
      isDone: false,
      answer: null,
      problem: { code: 'BRIDGE_HTTP_STATUS', message: 'The other side answered with the HTTP status 403.' },
    });
  });

  it('really sets and really sends', async () => {
    const { user, twin } = await rig.manager();
    const state = await rig.server.make.state({ twin, key: 'target' });
    const set = await tryOut(user, twin, { type: 'setState', options: { stateKey: 'target', value: '{{level}}' } });
    expect(set.body.data).toMatchObject({ isDone: true, answer: { stateId: state.id, value: 81.5 } });
    expect(await newestValue(rig.db, state.id)).toBe(81.5);
    const wrong = await tryOut(user, twin, { type: 'setState', options: { stateKey: 'target', value: 'hot' } });
    expect(wrong.body.data).toMatchObject({ isDone: false, problem: { code: 'DTWINSTATE_VALUE_TYPE' } });
    const connectorId = await rig.connect(user, 'mqtt-broker', {});
    const connector = { id: connectorId, account: user.account };
    const device = await rig.server.make.device({ account: user.account, connector });
    const sent = await tryOut(user, twin, { type: 'downlink', dtwinId: device.id, options: { payload: '01' } });
    expect(sent.body.data).toMatchObject({ isDone: true, target: '1: 01' });
    expect(await rig.db.$count(downlinks, eq(downlinks.twinId, device.id))).toBe(1);
  });

  it('asks for the same permissions as saving does', async () => {
    const { user, twin } = await rig.manager();
    const stranger = await rig.server.make.connector({ type: 'webhook-outgoing' });
    const foreign = await tryOut(user, twin, { type: 'webhook', connectorId: stranger.id });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'BRIDGE_NOT_FOUND']);
    const unknown = await tryOut(user, twin, { type: 'fax' });
    expect([unknown.status, unknown.body.code]).toEqual([400, 'RULE_COMMAND_UNKNOWN']);
    const invalid = await tryOut(user, twin, mail([]));
    expect([invalid.status, invalid.body.code]).toEqual([400, 'RULE_COMMAND_INVALID']);
  });
});
