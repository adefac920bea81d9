import { readsStates } from '@stellwerk/contract/state';
import { type Status, statuses } from '@stellwerk/contract/twin';
import type { LocatedTwin, SomeOfTwin, WidgetState } from '@stellwerk/plugin/widget-server';
import { and, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { pageOfIds, totalOf } from '../../../platform/db/page.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { visible } from '../../../platform/policy/visible.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { states, stateValues } from '../../states/index.ts';
import { findPage, matchesTwins, twins } from '../../twins/index.ts';
import type { ResolvedFilter } from './twin-filter.ts';

/** Who looks, and from which account's dashboard. */
export interface Viewer {
  actor: Actor;
  accountScopePath: string;
}

type SeenWith = 'DigitalTwin.list' | typeof readsStates;

/** A condition over `twins` joined with the scopes they live in. */
export function fits({ actor, accountScopePath }: Viewer, filter: ResolvedFilter, seenWith: SeenWith): SQL | undefined {
  const { ids, parentId, onlyBelow, tags, types, category, search, keyValues } = filter;
  const asked = {
    ...(parentId === null ? {} : { twinId: parentId }),
    ...(category === null ? {} : { category }),
    search,
    tags,
    types,
  };
  return and(
    matchesTwins(actor, asked, seenWith),
    ids === null ? undefined : sql`${twins.id} = any(${sql.param(ids)}::bigint[])`,
    ids === null && parentId === null ? sql`${scopes.path} <@ ${accountScopePath}::ltree` : undefined,
    onlyBelow && parentId !== null ? ne(twins.id, parentId) : undefined,
    keyValues.length === 0 ? undefined : sql`${twins.keyValue} @> ${JSON.stringify(keyValues)}::jsonb`,
  );
}

const byTitle = sql`lower(${twins.title})`;

/** Among many thousands of ids the planner would look at each; it knows how many an unnested list has. */
const isOneOf = (column: SQLWrapper, ids: readonly number[]) =>
  sql`${column} in (select unnest(${`{${ids.join()}}`}::bigint[]))`;

/** One page of ids by title, with their number. */
export function findTwinIds(db: Db, viewer: Viewer, filter: ResolvedFilter, limit: number) {
  return findPage(db, { where: fits(viewer, filter, 'DigitalTwin.list'), key: byTitle, offset: 0, limit });
}

const twinColumns = {
  id: twins.id,
  title: twins.title,
  description: twins.description,
  type: twins.type,
  category: twins.category,
  icon: twins.icon,
  status: twins.status,
  tenantName: accounts.name,
  tags: twins.tags,
  address: twins.address,
  latitude: twins.latitude,
  longitude: twins.longitude,
  keyValue: twins.keyValue,
};

export type TwinField = keyof typeof twinColumns;
export const twinFields = Object.keys(twinColumns) as TwinField[];

const statusOf = (status: number): Status => statuses[status] ?? 'unknown';

/** Rows as the driver gives them: ten thousand of them would take twice as long through the query builder. */
async function readTwins<T extends SomeOfTwin>(db: Db, fields: readonly TwinField[], rest: SQL, further: SQL[] = []) {
  const names = [...new Set<TwinField>(['id', 'title', ...fields])];
  const columns = [...names.map((name) => sql`${twinColumns[name]} as ${sql.identifier(name)}`), ...further];
  const { rows } = await db.execute<T & { status?: number } & Record<string, unknown>>(
    sql`select ${sql.join(columns, sql`, `)} from ${twins} ${rest}`,
  );
  for (const row of rows) if (row.status !== undefined) Object.assign(row, { status: statusOf(row.status) });
  return rows as T[];
}

const withAccount = sql`inner join ${accounts} on ${accounts.id} = ${twins.accountId}`;
const withScope = sql`inner join ${scopes} on ${scopes.id} = ${twins.scopeId}`;

/** With id, title and these fields, in the order of the ids. */
export async function findTwins(db: Db, ids: readonly number[], fields: readonly TwinField[]): Promise<SomeOfTwin[]> {
  if (ids.length === 0) return [];
  const rows = await readTwins(db, fields, sql`${withAccount} where ${isOneOf(twins.id, ids)}`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The newest value of the state with this key, for the viewer of the twin who may read it. */
function newestOf({ actor }: Viewer, key: string, index: number) {
  const [state, newest] = [sql.identifier(`state_${index}`), sql.identifier(`value_${index}`)];
  const isSeen = visible(actor.grants, readsStates, scopes.path) ?? sql`true`;
  return {
    value: sql`${newest}.value::json`,
    join: sql`left join ${states} ${state} on ${state}.twin_id = ${twins.id} and lower(${state}.key) = ${key} and ${isSeen}
      left join ${stateValues} ${newest} on ${newest}.state_id = ${state}.id`,
  };
}

interface LocatedAsk {
  filter: ResolvedFilter;
  limit: number;
  fields: readonly TwinField[];
  keys: readonly string[];
}

/** Those that have a place, in no order: it would take longer than everything else, and a map has none. */
export async function findLocatedTwins(
  db: Db,
  viewer: Viewer,
  { filter, limit, fields, keys }: LocatedAsk,
): Promise<{ twins: LocatedTwin[]; total: number }> {
  const fitting = fits(viewer, filter, 'DigitalTwin.list') ?? sql`true`;
  const located = sql`where ${fitting} and ${twins.x} is not null`;
  const newest = keysOf(keys).map((key, index) => newestOf(viewer, key, index));
  const values = sql.join(
    newest.map(({ value }) => value),
    sql`, `,
  );
  const found = await readTwins<LocatedTwin>(
    db,
    fields,
    sql`${withAccount} ${withScope} ${sql.join(
      newest.map(({ join }) => join),
      sql` `,
    )} ${located} limit ${limit + 1}`,
    [sql`json_build_array(${values}) as values`],
  );
  if (found.length <= limit) return { twins: found, total: found.length };
  const { total } = await totalOf(db, sql`(select 1 from ${twins} ${withScope} ${located})`);
  return { twins: found.slice(0, limit), total };
}

/** Those that fit and that the viewer may see, but that stand nowhere. */
export async function countUnplaced(db: Db, viewer: Viewer, filter: ResolvedFilter): Promise<number> {
  const fitting = fits(viewer, filter, 'DigitalTwin.list') ?? sql`true`;
  const { total } = await totalOf(
    db,
    sql`(select 1 from ${twins} ${withScope} where ${fitting} and ${twins.x} is null)`,
  );
  return total;
}

const keysOf = (keys: readonly string[]) => keys.map((key) => key.toLowerCase());

interface StateRow extends Omit<WidgetState, 'timestamp' | 'status'>, Record<string, unknown> {
  atMs: number | null;
  status: number;
}

/** Likewise as the driver gives them. */
async function readStates(db: Db, where: SQL): Promise<WidgetState[]> {
  const { rows } = await db.execute<StateRow>(sql`
    select ${states.id} as id, ${twins.id} as "dtwinId", ${twins.title} as "dtwinTitle", ${states.key} as key,
      ${states.title} as title, ${states.unit} as unit, ${states.valueType} as "valueType", ${stateValues.value}::json as value,
      ${stateValues.status} as status,
      (extract(epoch from ${stateValues.measuredAt}) * 1000)::float8 as "atMs"
    from ${states} inner join ${stateValues} on ${stateValues.stateId} = ${states.id}
    inner join ${twins} on ${twins.id} = ${states.twinId} ${withScope} where ${where}`);
  return rows.map(({ atMs, status, ...row }) => ({
    ...row,
    timestamp: atMs === null ? null : new Date(Math.round(atMs)).toISOString(),
    status: statusOf(status),
  }));
}

/** Twin by twin in the order of the twins, of each in the order of the keys. */
function inOrder(rows: WidgetState[], twinIds: readonly number[], keys: readonly string[]): WidgetState[] {
  const place = new Map(keys.map((key, index) => [key, index]));
  const byTwin = Map.groupBy(rows, ({ dtwinId }) => dtwinId);
  const placeOf = ({ key }: WidgetState) => place.get(key.toLowerCase()) ?? 0;
  return twinIds.flatMap((id) => (byTwin.get(id) ?? []).sort((a, b) => placeOf(a) - placeOf(b)));
}

const hasKey = (keys: readonly string[]) => sql`lower(${states.key}) = any(${sql.param(keys)}::text[])`;

/** The states of these keys, twin by twin in the order of the keys; at most so many, and how many there are. */
export async function findStates(
  db: Db,
  viewer: Viewer,
  { filter, keys, limit }: { filter: ResolvedFilter; keys: readonly string[]; limit: number },
): Promise<{ states: WidgetState[]; total: number }> {
  const wanted = keysOf(keys);
  const fitting = sql`${hasKey(wanted)} and ${fits(viewer, filter, readsStates) ?? sql`true`}`;
  if (filter.ids !== null) {
    // A few twins by name: all of their states are read and counted here.
    const rows = await readStates(db, fitting);
    const twinIds = [...new Map(rows.map(({ dtwinId, dtwinTitle }) => [dtwinId, dtwinTitle.toLowerCase()]))]
      .sort(([idA, a], [idB, b]) => (a < b ? -1 : a > b ? 1 : idA - idB))
      .map(([id]) => id);
    return { states: inOrder(rows, twinIds, wanted).slice(0, limit), total: rows.length };
  }
  const key = sql`(${byTitle}, ${twins.id}, array_position(${sql.param(wanted)}::text[], lower(${states.key})))`;
  const every = sql`from ${twins} ${withScope} inner join ${states} on ${states.twinId} = ${twins.id} where ${fitting}`;
  const { ids, total } = await pageOfIds(db, { id: states.id, key, every, offset: 0, limit });
  if (ids.length === 0) return { states: [], total };
  const byId = new Map((await readStates(db, isOneOf(states.id, ids))).map((row) => [row.id, row]));
  return { states: ids.flatMap((id) => byId.get(id) ?? []), total };
}

/** Those that the viewer may read of these twins, in their order. */
export async function findStatesOf(
  db: Db,
  { actor }: Viewer,
  twinIds: readonly number[],
  keys: readonly string[],
): Promise<WidgetState[]> {
  if (twinIds.length === 0 || keys.length === 0) return [];
  const wanted = keysOf(keys);
  const isSeen = visible(actor.grants, readsStates, scopes.path);
  const rows = await readStates(db, sql`${isOneOf(twins.id, twinIds)} and ${hasKey(wanted)} and ${isSeen}`);
  return inOrder(rows, twinIds, wanted);
}
