import type pg from 'pg';
import { findDevices } from '../../apps/server/src/features/devices/list/device-row.store.ts';
import { findHealthCounts } from '../../apps/server/src/features/devices/statistics/statistics.store.ts';
import { findSmartGroups } from '../../apps/server/src/features/smart-groups/smart-group.store.ts';
import { addDeviceStatus, noteSightings, writeHealth } from '../../apps/server/src/ingest/newest/index.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import type { Actor } from '../../apps/server/src/platform/http/ctx.ts';
import { deviceListQuery } from '../../packages/contract/src/device.ts';
import { listSmartGroups } from '../../packages/contract/src/smart-group.ts';
import { actors } from '../alarms/load.ts';
import { defineBench } from '../bench.ts';
import { openDatabase } from '../database.ts';
import { medianMs } from '../measure.ts';
import { loadTwins } from '../twins/load.ts';

const rounds = 9;
const bigAccount = 2;
const pageSize = 10_000;

/** Turns all twins into devices of one account, and fills the list of groups. */
async function load(pool: pg.Pool, groups: number): Promise<void> {
  const client = await pool.connect();
  // The data is consistent, so foreign keys and triggers are skipped.
  await client.query('set session_replication_role = replica');
  await client.query(`
    insert into connectors (id, account_id, type, name, mutator) overriding system value
    values (1, 1, 'webhook-incoming', 'Incoming', '{"language":"none","script":""}')`);
  await client.query(`update twins set category = 'virtualDevice', account_id = ${bigAccount}`);
  await client.query(`
    insert into devices (twin_id, connector_id, external_id, groups, search_text)
    select id, 1, 'D' || id, array['group ' || id % 30], e'\\n' || lower(title) || e'\\nd' || id || e'\\n' from twins`);
  await client.query(
    `insert into smart_groups (account_id, title, description, filter, monitors_packets)
     select ${bigAccount}, 'Group ' || n * 7919 % $1, '', '{}', false from generate_series(1, $1::int) as n`,
    [groups],
  );
  await client.query('reset session_replication_role');
  client.release();
  await pool.query('vacuum analyze twins, devices, smart_groups');
}

/** A third of the devices each is fine, warns and fails; each was heard of in the last hundred hours. */
async function addStatuses(db: Db, devices: number): Promise<void> {
  for (let first = 1; first <= devices; first += pageSize) {
    const ids = Array.from({ length: Math.min(pageSize, devices - first + 1) }, (_, index) => first + index);
    await addDeviceStatus(db, ids);
    const heard = (id: number) => new Date(Date.now() - (id % 100) * 3_600_000);
    await noteSightings(
      db,
      ids.map((twinId) => ({ twinId, receivedAt: heard(twinId), packets: 1 })),
    );
    await writeHealth(
      db,
      ids.map((twinId) => ({ twinId, health: 1 + (twinId % 3) })),
    );
  }
}

const filters = {
  'without a filter': {},
  'with a tag': { tags: ['tag 7'] },
  'by health': { health: ['error' as const] },
  'by a search': { search: 'room 7' },
};

export const bench = defineBench({
  about: 'Smart groups: their list, and the first page and figures of a large group.',
  options: {
    devices: { default: 100_000, about: 'devices of the account' },
    groups: { default: 10_000, about: 'smart groups' },
  },
  async run({ devices, groups }, { table }) {
    const { db, pool } = await openDatabase();
    await loadTwins(pool, devices);
    await load(pool, groups);
    await addStatuses(db, devices);
    await pool.query('vacuum analyze');
    const base = actors['system administrator'];
    if (!base) throw new Error('no actor');
    const permissions = ['VirtualDevice.manage', 'VirtualDeviceGroup.manage'];
    const actor: Actor = { ...base, grants: [{ scope: '1', permissions }] };
    const add = table('Smart groups');
    const list = (query: object) => () => findSmartGroups(db, actor, listSmartGroups.query.parse(query));
    add(`list of ${groups} groups, first page`, await medianMs(rounds, list({})), 'ms', { target: { atMost: 100 } });
    add(`search among ${groups} groups`, await medianMs(rounds, list({ search: 'group 77' })), 'ms', {
      target: { atMost: 100 },
    });
    for (const [name, filter] of Object.entries(filters)) {
      const within = { ...filter, tenantId: bigAccount };
      const page = () => findDevices(db, actor, { ...deviceListQuery.parse({}), within });
      const activeSince = new Date(Date.now() - 86_400_000);
      const figures = () => findHealthCounts(db, actor, { query: within, activeSince });
      const of = `${devices} devices`;
      add(`first page of a group ${name}`, await medianMs(rounds, page), 'ms', { of, target: { atMost: 300 } });
      add(`figures of a group ${name}`, await medianMs(rounds, figures), 'ms', { of, target: { atMost: 300 } });
    }
  },
});
