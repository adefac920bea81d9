import { deleteFleet } from '@stellwerk/contract/fleet';
import { createState, newState } from '@stellwerk/contract/state';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeConnector } from '../../../test/connectors/rig.ts';
import type { TestServer } from '../../../test/server.ts';
import { ended, makeFleet, startField, stopField } from './testing/fleets.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startField();
});
afterAll(() => stopField(server));

/** Administrators of two siblings below the account that owns the connector. */
async function makeSiblings() {
  const boss = await server.make.user({ permissions: ['all.manage'] });
  const { id } = await makeConnector(server, { type: 'webhook-incoming' }, boss);
  const administrator = async () =>
    server.make.user({ permissions: ['all.manage'], account: await server.make.account({ parent: boss.account }) });
  return { connector: { id, account: boss.account }, own: await administrator(), sibling: await administrator() };
}

const externalIds = async (accountId: number) => {
  const { rows } = await server.database.pool.query<{ id: string }>(
    'select external_id as id from devices join twins on twins.id = twin_id where account_id = $1 order by 1',
    [accountId],
  );
  return rows.map(({ id }) => id);
};

describe('a fleet on a connector that other accounts use, too', () => {
  async function makeNamesake() {
    const { connector, own, sibling } = await makeSiblings();
    const { id, jobId } = (await makeFleet(server, own, { connectorId: connector.id, deviceCount: 2 })).body.data;
    expect(await ended(server, own, jobId)).toMatchObject({ state: 'done' });
    const externalId = `fleet-${id}-00077`;
    const device = await server.make.device({ account: sibling.account, connector, externalId });
    const remove = () => server.call(deleteFleet, { params: { id } }, { as: own });
    return { own, sibling, device, remove };
  }

  it('leaves the devices of others alone that are named like its own', async () => {
    const { own, sibling, device, remove } = await makeNamesake();
    expect(await ended(server, own, (await remove()).body.data.jobId)).toMatchObject({ state: 'done' });
    expect(await externalIds(own.account.id)).toEqual([]);
    expect(await externalIds(sibling.account.id)).toEqual([device.externalId]);
  });

  it('is deleted whatever others compute from devices that are named like its own', async () => {
    const { sibling, device, remove } = await makeNamesake();
    const { id: sourceId } = await server.make.state({ twin: device });
    const twin = await server.make.twin({ account: sibling.account });
    const sum = newState.parse({ key: 'sum', title: 'Sum', config: { source: 'aggregate', stateIds: [sourceId] } });
    const made = await server.call(createState, { params: { id: twin.id }, body: sum }, { as: sibling });
    expect(made.status).toBe(201);
    const { status, body } = await remove();
    expect([status, body.code]).toEqual([202, undefined]);
  });

  it('is not made with a device of another account among its own', async () => {
    const { connector, own, sibling } = await makeSiblings();
    const { rows } = await server.database.pool.query<{ next: number }>(
      "select coalesce(pg_sequence_last_value(pg_get_serial_sequence('fleets', 'id')::regclass), 0)::int + 1 as next",
    );
    const externalId = `fleet-${rows[0]?.next}-00001`;
    await server.make.device({ account: sibling.account, connector, externalId });
    const { id, jobId } = (await makeFleet(server, own, { connectorId: connector.id, deviceCount: 2 })).body.data;
    expect(externalId).toContain(`-${id}-`);
    const job = await ended(server, own, jobId);
    expect([job.state, job.errors[0]?.code]).toEqual(['error', 'VDEVICE_DUPLICATE_EXTERNAL_ID']);
    expect(await externalIds(own.account.id)).toEqual([]);
  });
});
