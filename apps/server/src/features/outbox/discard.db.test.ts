import { discardHeldDeliveries } from '@stellwerk/contract/outbox';
import { listDownlinks, sendDownlink } from '@stellwerk/contract/packet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { discardOpen, holdOpen } from '../../platform/outbox/held.store.ts';
import { type CommandRig, startCommandRig } from '../rules/commands/testing/commands.fixture.ts';

let rig: CommandRig;
beforeAll(async () => {
  rig = await startCommandRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.server.database.pool.query('delete from outbox'));

/** A downlink and a command of a rule that wait in the outbox. */
async function waiting() {
  const { server } = rig;
  const { user, twin } = await rig.manager();
  const connector = await server.make.connector({ account: user.account, type: 'mqtt-broker' });
  const { id } = await server.make.device({ account: user.account, connector });
  const sent = await server.call(sendDownlink, { params: { id }, body: { payload: '0102' } }, { as: user });
  expect(sent.status).toBe(201);
  const fired = await rig.fire({ twin }, [{ type: 'mail', options: { to: 'a@example.org', subject: 's', body: 'b' } }]);
  const downlinks = async (language: string) => {
    const headers = { 'accept-language': language };
    return (await server.call(listDownlinks, { params: { id } }, { as: user, headers })).body.data;
  };
  return { fired, downlinks };
}

describe('what a restored copy does not send any more', () => {
  it('ends as failed, with the reason in the language of the reader', async () => {
    const { server } = rig;
    const { fired, downlinks } = await waiting();
    await holdOpen(server.database.db);
    expect(await downlinks('en')).toMatchObject([{ state: 'pending' }]);
    const system = await server.make.user({ permissions: ['super.system.manage'] });
    const { body } = await server.call(discardHeldDeliveries, {}, { as: system });
    expect(body.data).toEqual({ count: 2 });
    const code = 'OUTBOX_DISCARDED';
    expect(await downlinks('en')).toMatchObject([
      { state: 'failed', reason: { code, message: 'Came with a restored backup and was discarded instead of sent.' } },
    ]);
    expect(await downlinks('de')).toMatchObject([
      { reason: { message: 'Stammt aus einer wiederhergestellten Sicherung und wurde verworfen statt gesendet.' } },
    ]);
    expect(await rig.rows(fired)).toMatchObject([{ state: 'failed', code, attempts: 0, at: expect.any(Date) }]);
    expect(await rig.hasError(fired)).toBe(true);
  });

  it('ends the same with the next start when the operator discards at the restore', async () => {
    const { server } = rig;
    const { fired, downlinks } = await waiting();
    await discardOpen(server.database.db);
    await rig.startOutbox(undefined, { discarders: server.discarders });
    expect(await downlinks('en')).toMatchObject([{ state: 'failed', reason: { code: 'OUTBOX_DISCARDED' } }]);
    expect(await rig.rows(fired)).toMatchObject([{ state: 'failed', code: 'OUTBOX_DISCARDED' }]);
    expect((await server.database.pool.query('select from outbox')).rowCount).toBe(0);
  });
});
