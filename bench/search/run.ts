import type pg from 'pg';
import { accountSearch } from '../../apps/server/src/features/accounts/search-kind.store.ts';
import { connectorSearch } from '../../apps/server/src/features/connectors/search-kind.store.ts';
import { dashboardSearch } from '../../apps/server/src/features/dashboards/search-kind.store.ts';
import { deviceSearch } from '../../apps/server/src/features/devices/list/search-kind.store.ts';
import { driverSearch } from '../../apps/server/src/features/drivers/search-kind.store.ts';
import { ruleSearch } from '../../apps/server/src/features/rules/search-kind.store.ts';
import { createSearchService } from '../../apps/server/src/features/search/index.ts';
import { stateSearch } from '../../apps/server/src/features/states/search-kind.store.ts';
import { twinSearch } from '../../apps/server/src/features/twins/list/search-kind.store.ts';
import { userSearch } from '../../apps/server/src/features/users/search-kind.store.ts';
import { completeNewest } from '../../apps/server/src/ingest/newest/testing/newest.fixture.ts';
import type { Actor, Ctx } from '../../apps/server/src/platform/http/ctx.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { defineBench } from '../bench.ts';
import { openDatabase } from '../database.ts';
import { medianMs } from '../measure.ts';
import { actors, loadTwins } from '../twins/load.ts';

const kinds = [
  twinSearch,
  deviceSearch,
  dashboardSearch,
  stateSearch,
  ruleSearch,
  connectorSearch,
  driverSearch,
  accountSearch,
  userSearch,
];
const rounds = 7;
const texts = ['room', 'room 77', 'sn-777', 'nowhere', 'ro', 'r', 'temperature floor', '4711', 'person4711'];

/** Three states per twin, a rule for every tenth and a device for every third twin. */
async function loadRest(pool: pg.Pool): Promise<void> {
  await pool.query(`insert into connectors (account_id, type, name, mutator)
    select id, 'webhook-incoming', 'Connector ' || id, '{"language":"none","script":""}' from accounts`);
  await pool.query(`insert into devices (twin_id, connector_id, external_id)
    select t.id, c.id, upper(lpad(to_hex(t.id * 7919), 16, '0')) from twins t join connectors c on c.account_id = t.account_id
    where t.id % 3 = 0`);
  await pool.query(`update twins set category = 'virtualDevice' where id % 3 = 0`);
  await pool.query(`insert into states (twin_id, key, title, value_type, visualisation, source, config, position)
    select id, k, initcap(k) || ' ' || id % 100, 'number', '{}', 'none', '{"source":"none"}', 0
    from twins cross join unnest(array['temperature', 'humidity', 'co2']) as k`);
  await completeNewest(pool);
  await pool.query(`insert into twin_rules (twin_id, title, definition)
    select id, 'Limit of room ' || id, '{}' from twins where id % 10 = 0`);
  await pool.query(`insert into dashboards (account_id, name, default_date_range, custom_parameters)
    select id, 'Rooms of account ' || id, '{}', '[]' from accounts`);
  await pool.query(`insert into users (account_id, email, username, first_name, last_name)
    select 1 + n % 102, 'person' || n || '@example.com', 'person' || n, 'Person', 'Room ' || n from generate_series(1, 5000) n`);
  await pool.query('vacuum analyze');
}

/** The actor with all permissions in its scopes. */
const allIn = (actor: Actor): Actor => ({
  ...actor,
  grants: actor.grants.map(({ scope }) => ({ scope, permissions: ['all.manage', 'super.system.manage'] })),
});

export const bench = defineBench({
  about: 'One text over everything, among many twins, devices, states, rules and users.',
  options: { twins: { default: 100_000, about: 'twins, with three data states each' } },
  async run({ twins }, { table, note }) {
    const { db, pool } = await openDatabase();
    await loadTwins(pool, twins);
    await loadRest(pool);
    const log = createLog('silent');
    const { search } = createSearchService({ kinds: () => kinds });
    const contextOf = (actor: Actor): Ctx => ({
      actor: allIn(actor),
      db,
      log,
      requestId: '',
      language: 'en',
      activity: { objects: [], details: {} },
      afterCommit: () => {},
    });
    const add = table('Search for a text');
    for (const text of texts) {
      for (const [of, actor] of Object.entries(actors)) {
        const ask = async () => {
          const { missing } = await search(contextOf(actor), { text, limit: 6 });
          if (missing.length > 0) note(`"${text}" of the ${of} was answered without ${missing.join(', ')}: too slow.`);
        };
        add(text, await medianMs(rounds, ask), 'ms', { of });
      }
    }
  },
});
