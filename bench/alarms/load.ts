import type pg from 'pg';
import type { Actor } from '../../apps/server/src/platform/http/ctx.ts';

/**
 * Alarms of two years on the rooms of bench/twins, which become devices with a driver: one in fifty is open, one in a
 * hundred has no twin any more, one in two hundred has a text of the platform, one in five is of a rule; one in twenty
 * has comments. Equal data in every run.
 */
export async function loadAlarms(pool: pg.Pool, count: number): Promise<void> {
  const client = await pool.connect();
  // The data is consistent, so foreign keys and triggers are skipped.
  await client.query('set session_replication_role = replica');
  await fill(client, count);
  await client.query('reset session_replication_role');
  client.release();
}

async function fill(pool: pg.PoolClient, count: number): Promise<void> {
  await pool.query(`
    insert into connectors (id, account_id, type, name, mutator) overriding system value
    values (1, 1, 'webhook-incoming', 'Incoming', '{"language":"none","script":""}')`);
  await pool.query(`
    insert into drivers (id, account_id, title) overriding system value
    select id, 1, 'Driver ' || id from generate_series(1, 20) as id`);
  await pool.query(`update twins set category = 'virtualDevice' where type = 'room'`);
  await pool.query(`
    insert into devices (twin_id, connector_id, external_id, driver_id, operational_status, groups)
    select id, 1, 'D' || id, 1 + id % 20, id % 6, array['group ' || id % 30] from twins where category = 'virtualDevice'`);
  await pool.query(
    `with device as (
       select row_number() over (order by id) - 1 as place, id, account_id from twins where category = 'virtualDevice'
     ), size as (select count(*) as devices from device)
     insert into alarms (id, account_id, twin_id, origin, origin_id, identifier, category, severity, message, code, params,
       opened_at, resolved_at)
     overriding system value
     select n, account_id, case when n % 101 <> 0 then device.id end,
       case when n % 5 = 0 then 'rule' else 'health' end, case when n % 5 = 0 then n % 2000 else device.id end,
       'check ' || n, (array['device', 'battery', 'connectivity', 'unknown'])[1 + n % 4],
       case when n % 3 = 0 then 'error' else 'warning' end,
       case when n % 200 = 1 then '' else (array['Battery at ', 'Too hot: ', 'Silent for ', 'Door open since '])[1 + n % 4]
         || n % 977 || ' (case ' || n || ')' end,
       case when n % 200 = 1 then 'HEALTH_CHECK_FAILED' end,
       case when n % 200 = 1 then '{"identifier":"low","code":"SCRIPT_TIMEOUT","limitMs":100}'::jsonb end,
       opened_at, case when n % 50 <> 7 then opened_at + n % 5000 * interval '1 minute' end
     from generate_series(1, $1::int) as n
     cross join size
     cross join lateral (select timestamptz '2024-11-15' + n::float8 / $1 * interval '730 days' as opened_at) as moment
     join device on device.place = n::bigint * 7919 % devices`,
    [count],
  );
  await pool.query(`
    insert into alarm_comments (alarm_id, message) select id, 'seen' from alarms, generate_series(1, 2) where id % 20 = 0`);
  await pool.query('vacuum analyze twins, devices, alarms, alarm_comments');
}

const actor = (scopes: string[], permission: string): Actor => ({
  ...{ userId: 1, accountId: 2, sessionId: 1, apiKeyId: null, impersonator: null, email: '', via: 'cookie' },
  grants: scopes.map((scope) => ({ scope, permissions: [permission] })),
});

/** Callers, from one who sees everything to one who sees a single building. */
export const actors: Record<string, Actor> = {
  'system administrator': actor(['1'], 'super.system.manage'),
  'administrator of the big account': actor(['1.2'], 'VirtualDevice.manage'),
  'administrator of a small account': actor(['1.7'], 'VirtualDevice.manage'),
  'user of one building': actor(['1.2.1000'], 'VirtualDevice.read'),
  'user of thirty buildings': actor(
    Array.from({ length: 30 }, (_, index) => index * 10).map((b) => `1.${b % 5 < 3 ? 2 : 3 + (b % 100)}.${1000 + b}`),
    'VirtualDevice.read',
  ),
};
