import { readsStates } from '@stellwerk/contract/state';
import { type Status, statuses } from '@stellwerk/contract/twin';
import type { LocatedTwin, SomeOfTwin, WidgetState } from '@stellwerk/plugin/widget-server';
import { isNotNull, isNull, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { noNewest, readNewest } from '../../../ingest/newest/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { visible } from '../../../platform/policy/visible.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { pageOfIds, totalOf } from '../../../platform/tenancy/list.ts';
import { type Scoped, scopedFrom, seenFrom, type VisibleRows } from '../../../platform/tenancy/scoped-from.ts';
import { stateView, stateViewAs } from '../../states/index.ts';
import { matchesTwins, viewedTwins } from '../../twins/index.ts';
import type { ResolvedFilter } from './twin-filter.ts';

/** The caller, and the account of the dashboard. */
export interface Viewer {
  actor: Actor;
  accountScopePath: string;
}

type SeenWith = 'DigitalTwin.list' | typeof readsStates;

const twin = viewedTwins.columns;
const statesOfTwins = sql`inner join ${stateView} on ${stateView.twinId} = ${twin.id}`;
const viewedStates: Scoped = {
  scopePath: viewedTwins.scopePath,
  id: stateView.id,
  tables: sql`${viewedTwins.tables} ${statesOfTwins}`,
};

function matching(rows: Scoped, { actor, accountScopePath }: Viewer, filter: ResolvedFilter, seenWith: SeenWith) {
  const { ids, parentId, onlyBelow, tags, types, category, search, keyValues } = filter;
  const asked = {
    ...(parentId === null ? {} : { twinId: parentId }),
    ...(category === null ? {} : { category }),
    search,
    tags,
    types,
  };
  return seenFrom(rows, matchesTwins(actor, asked, seenWith)).where(
    ids === null ? undefined : sql`${viewedTwins.id} = any(${sql.param(ids)}::bigint[])`,
    ids === null && parentId === null ? sql`${viewedTwins.scopePath} <@ ${accountScopePath}::ltree` : undefined,
    onlyBelow && parentId !== null ? ne(twin.id, parentId) : undefined,
    keyValues.length === 0 ? undefined : sql`${twin.keyValue} @> ${JSON.stringify(keyValues)}::jsonb`,
  );
}

/** The twins of a filter that the viewer may see, with the columns of `viewedTwins`. */
export const matchingTwins = (viewer: Viewer, filter: ResolvedFilter, seenWith: SeenWith): VisibleRows =>
  matching(viewedTwins, viewer, filter, seenWith);

const byTitle = sql`lower(${twin.title})`;

/** An unnested list, because the planner knows its length; it would compare an array element by element. */
const isOneOf = (column: SQLWrapper, ids: readonly number[]) =>
  sql`${column} in (select unnest(${`{${ids.join()}}`}::bigint[]))`;

/** The first ids by title, and the total. */
export function findTwinIds(db: Db, viewer: Viewer, filter: ResolvedFilter, limit: number) {
  const found = matchingTwins(viewer, filter, 'DigitalTwin.list');
  return pageOfIds(db, found, { keys: [byTitle], isDescending: false }, { offset: 0, limit });
}

const twinColumns = {
  id: twin.id,
  title: twin.title,
  description: twin.description,
  type: twin.type,
  category: twin.category,
  icon: twin.icon,
  status: twin.status,
  tenantName: sql`(select ${accounts.name} from ${accounts} where ${accounts.id} = ${twin.accountId})`,
  tags: twin.tags,
  address: twin.address,
  latitude: twin.latitude,
  longitude: twin.longitude,
  keyValue: twin.keyValue,
};

export type TwinField = keyof typeof twinColumns;
export const twinFields = Object.keys(twinColumns) as TwinField[];

const statusOf = (status: number): Status => statuses[status] ?? 'unknown';

/** Reads rows without the query builder, which would take twice as long for ten thousand of them. */
async function readTwins<T extends SomeOfTwin>(db: Db, fields: readonly TwinField[], every: SQL, further: SQL[] = []) {
  const names = [...new Set<TwinField>(['id', 'title', ...fields])];
  const columns = [...names.map((name) => sql`${twinColumns[name]} as ${sql.identifier(name)}`), ...further];
  const { rows } = await db.execute<T & { status?: number } & Record<string, unknown>>(
    sql`select ${sql.join(columns, sql`, `)} ${every}`,
  );
  for (const row of rows) if (row.status !== undefined) Object.assign(row, { status: statusOf(row.status) });
  return rows as T[];
}

/** Reads id, title and these fields, in the order of the ids. */
export async function findTwins(db: Db, ids: readonly number[], fields: readonly TwinField[]): Promise<SomeOfTwin[]> {
  if (ids.length === 0) return [];
  const rows = await readTwins(db, fields, sql`from ${viewedTwins.tables} where ${isOneOf(twin.id, ids)}`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The state with this key; null if the viewer of the twin may not read it. */
function stateOf({ actor }: Viewer, key: string, index: number) {
  const state = stateViewAs(`state_${index}`);
  const isSeen = visible(actor.grants, readsStates, viewedTwins.scopePath);
  return {
    id: state.id,
    join: sql`left join ${state} on ${state.twinId} = ${twin.id} and lower(${state.key}) = ${key} and ${isSeen}`,
  };
}

type StatesOfTwin = Omit<LocatedTwin, 'values'> & { stateIds: (number | null)[] };

async function withValues(db: Db, twins: readonly StatesOfTwin[]): Promise<LocatedTwin[]> {
  const ids = twins.flatMap(({ stateIds }) => stateIds.filter((id) => id !== null));
  const newest = await readNewest(db, ids);
  return twins.map(({ stateIds, ...located }) => ({
    ...located,
    values: stateIds.map((id) => (id === null ? null : (newest.get(id)?.value ?? null))),
  }));
}

interface LocatedAsk {
  filter: ResolvedFilter;
  limit: number;
  fields: readonly TwinField[];
  keys: readonly string[];
}

/** The twins that have a place. Unsorted, because a map needs no order and sorting would take most of the time. */
export async function findLocatedTwins(
  db: Db,
  viewer: Viewer,
  { filter, limit, fields, keys }: LocatedAsk,
): Promise<{ twins: LocatedTwin[]; total: number }> {
  const located = matchingTwins(viewer, filter, 'DigitalTwin.list').where(isNotNull(twin.x));
  const states = keysOf(keys).map((key, index) => stateOf(viewer, key, index));
  const ids = sql.join(
    states.map(({ id }) => id),
    sql`, `,
  );
  const joins = sql.join(
    states.map(({ join }) => join),
    sql` `,
  );
  const found = await readTwins<StatesOfTwin>(db, fields, sql`${located.join(joins).every} limit ${limit + 1}`, [
    sql`json_build_array(${ids}) as "stateIds"`,
  ]);
  const twins = await withValues(db, found.slice(0, limit));
  return { twins, total: found.length <= limit ? found.length : (await totalOf(db, located)).total };
}

/** Counts the twins of a filter that the viewer may see and that have no place. */
export async function countUnplaced(db: Db, viewer: Viewer, filter: ResolvedFilter): Promise<number> {
  const unplaced = matchingTwins(viewer, filter, 'DigitalTwin.list').where(isNull(twin.x));
  return (await totalOf(db, unplaced)).total;
}

const keysOf = (keys: readonly string[]) => keys.map((key) => key.toLowerCase());

type StateRow = Omit<WidgetState, 'timestamp' | 'status' | 'value'> & Record<string, unknown>;

/** Reads rows without the query builder, like `readTwins`. */
async function readStates(db: Db, every: SQL): Promise<WidgetState[]> {
  const { rows } = await db.execute<StateRow>(sql`
    select ${stateView.id} as id, ${twin.id} as "dtwinId", ${twin.title} as "dtwinTitle",
      ${stateView.key} as key, ${stateView.title} as title, ${stateView.unit} as unit,
      ${stateView.valueType} as "valueType"
    ${every}`);
  const newest = await readNewest(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { value, measuredAt, status } = newest.get(row.id) ?? noNewest;
    return { ...row, value, timestamp: measuredAt?.toISOString() ?? null, status: statusOf(status) };
  });
}

/** Sorts states by the order of the twins, and the states of a twin by the order of the keys. */
function inOrder(rows: WidgetState[], twinIds: readonly number[], keys: readonly string[]): WidgetState[] {
  const place = new Map(keys.map((key, index) => [key, index]));
  const byTwin = Map.groupBy(rows, ({ dtwinId }) => dtwinId);
  const placeOf = ({ key }: WidgetState) => place.get(key.toLowerCase()) ?? 0;
  return twinIds.flatMap((id) => (byTwin.get(id) ?? []).sort((a, b) => placeOf(a) - placeOf(b)));
}

const hasKey = (keys: readonly string[]) => sql`lower(${stateView.key}) = any(${sql.param(keys)}::text[])`;

/** The first states with these keys, sorted by the titles of their twins and the order of the keys, and the total. */
export async function findStates(
  db: Db,
  viewer: Viewer,
  { filter, keys, limit }: { filter: ResolvedFilter; keys: readonly string[]; limit: number },
): Promise<{ states: WidgetState[]; total: number }> {
  const wanted = keysOf(keys);
  const found = matching(viewedStates, viewer, filter, readsStates).where(hasKey(wanted));
  if (filter.ids !== null) {
    // A filter by ids selects few twins: all of their states are read and counted here.
    const rows = await readStates(db, found.every);
    const twinIds = [...new Map(rows.map(({ dtwinId, dtwinTitle }) => [dtwinId, dtwinTitle.toLowerCase()]))]
      .sort(([idA, a], [idB, b]) => (a < b ? -1 : a > b ? 1 : idA - idB))
      .map(([id]) => id);
    return { states: inOrder(rows, twinIds, wanted).slice(0, limit), total: rows.length };
  }
  const place = sql`array_position(${sql.param(wanted)}::text[], lower(${stateView.key}))`;
  const order = { keys: [byTitle, twin.id, place], isDescending: false };
  const { ids, total } = await pageOfIds(db, found, order, { offset: 0, limit });
  if (ids.length === 0) return { states: [], total };
  const rows = await readStates(db, sql`from ${viewedStates.tables} where ${isOneOf(stateView.id, ids)}`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { states: ids.flatMap((id) => byId.get(id) ?? []), total };
}

/** The states of these twins that the viewer may read, in the order of the twins. */
export async function findStatesOf(
  db: Db,
  { actor }: Viewer,
  twinIds: readonly number[],
  keys: readonly string[],
): Promise<WidgetState[]> {
  if (twinIds.length === 0 || keys.length === 0) return [];
  const wanted = keysOf(keys);
  const readable = scopedFrom(viewedStates, actor, readsStates).where(isOneOf(twin.id, twinIds), hasKey(wanted));
  return inOrder(await readStates(db, readable.every), twinIds, wanted);
}
