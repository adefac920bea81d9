import type pg from 'pg';
import type { Actor } from '../../apps/server/src/platform/http/ctx.ts';

/** A building with ten floors of a hundred rooms each. */
const perBuilding = 1_011;
const otherAccounts = 100;

/**
 * Buildings with floors and rooms: three of five in one big account, the others in a hundred small ones. Every second
 * building has its own scope. Equal data in every run.
 */
export async function loadTwins(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(`
    insert into scopes (id, path, name, parent_id, account_id) overriding system value
    select id, (case when id = 1 then '1' else '1.' || id end)::ltree, 'Account ' || id, nullif(1, id), id
    from generate_series(1, ${otherAccounts + 2}) as id`);
  await pool.query(`
    insert into accounts (id, name, scope_id, parent_id) overriding system value
    select id, 'Account ' || id, id, nullif(1, id) from generate_series(1, ${otherAccounts + 2}) as id`);
  await pool.query(
    `create temporary table buildings as
     select b, 1 + b * ${perBuilding} as id, case when b % 5 < 3 then 2 else 3 + b % ${otherAccounts} end as account_id,
       b % 2 = 0 as owns_scope, 52 * sin(b) as latitude, 160 * cos(b * 1.7) as longitude
     from generate_series(0, ($1::int - 1) / ${perBuilding}) as b`,
    [count],
  );
  await pool.query(`
    insert into scopes (id, path, name, parent_id, account_id) overriding system value
    select 1000 + b, ('1.' || account_id || '.' || 1000 + b)::ltree, 'Building ' || b, account_id, account_id
    from buildings where owns_scope`);
  await pool.query(
    `insert into twins (id, account_id, parent_id, path, scope_id, owns_scope, type, title, tags, latitude, longitude, x, y,
       status, search_text, created_at, updated_at)
     overriding system value
     select id, account_id, parent_id, path::ltree, scope_id, owns_scope, type, title, tags, latitude, longitude,
       floor((longitude + 180) / 360 * 1073741824)::int,
       floor((0.5 - ln((1 + sin(radians(latitude))) / (1 - sin(radians(latitude)))) / (4 * pi())) * 1073741824)::int,
       status, lower(title || ' ' || array_to_string(tags, ' ') || ' SN-' || id),
       timestamptz '2026-01-01' + id * interval '1 second', timestamptz '2026-02-01' + (id::bigint * 7919 % 1000003) * interval '1 second'
     from (
       select n + 1 as id, account_id,
         case when r = 0 then null when r <= 10 then building.id else building.id + 1 + (r - 11) / 100 end as parent_id,
         case when r = 0 then building.id || '' when r <= 10 then building.id || '.' || n + 1
           else building.id || '.' || building.id + 1 + (r - 11) / 100 || '.' || n + 1 end as path,
         case when building.owns_scope then 1000 + b else account_id end as scope_id,
         building.owns_scope and r = 0 as owns_scope,
         case when r = 0 then 'building' when r <= 10 then 'floor' else 'room' end as type,
         case when r = 0 then 'Building ' || b when r <= 10 then 'Floor ' || r else 'Room ' || r % 100 || ' of ' || b end as title,
         array['tag ' || n % 50, 'wing ' || n % 7] as tags,
         latitude + r * 0.0001 as latitude, longitude + r % 37 * 0.0001 as longitude,
         case when n % 100 = 0 then 3 when n % 20 = 0 then 2 when n % 3 = 0 then 1 else 0 end as status
       from generate_series(0, $1::int - 1) as n
       cross join lateral (select n / ${perBuilding} as of_building, n % ${perBuilding} as r) as place
       join buildings building on building.b = of_building
     ) as twin`,
    [count],
  );
  await pool.query('drop table buildings');
  await pool.query('vacuum analyze scopes, accounts, twins, twin_cells');
}

const actor = (scopes: string[], permission: string): Actor => ({
  userId: 1,
  accountId: 2,
  sessionId: 1,
  apiKeyId: null,
  impersonator: null,
  email: '',
  grants: scopes.map((scope) => ({ scope, permissions: [permission] })),
  via: 'cookie',
});

/** Callers, from one who sees everything to one who sees a single building. */
export const actors: Record<string, Actor> = {
  'system administrator': actor(['1'], 'super.system.manage'),
  'administrator of the big account': actor(['1.2'], 'DigitalTwin.manage'),
  'administrator of a small account': actor(['1.7'], 'DigitalTwin.manage'),
  'user of one building': actor(['1.2.1000'], 'DigitalTwin.read'),
  'user of thirty buildings': actor(
    Array.from({ length: 30 }, (_, index) => index * 10).map((b) => `1.${b % 5 < 3 ? 2 : 3 + (b % 100)}.${1000 + b}`),
    'DigitalTwin.read',
  ),
};

/** The building that the user of one building sees. */
export const oneBuilding = 1;
