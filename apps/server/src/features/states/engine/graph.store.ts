import { type SQL, sql } from 'drizzle-orm';
import { lockNewest, type Newest, withNewest } from '../../../ingest/newest/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { twins } from '../../twins/index.ts';
import { findEdgesOf } from '../edge.store.ts';
import { stateEdges, states } from '../state.table.ts';
import { type Graph, graphOf, pushTo } from './graph.ts';

const listOf = (ids: Iterable<number>) => sql`${sql.param([...ids])}::bigint[]`;

/**
 * Selects these states, `lastSeen` of their twins, all dependents, and the other coordinate where one of a pair is
 * included. Arrays and the lateral join force index lookups by key: the planner can't estimate the number of rows, and
 * a high estimate would make it scan whole tables for a single value.
 */
const reached = (ids: readonly number[]): SQL => sql`
  with recursive fed as (
    select id, twin_id from ${states} where id = any(${listOf(ids)})
  ), affected(id) as (
    select id from (
      select id from fed
      union
      select seen.id from ${states} seen
      where seen.twin_id = any(array(select twin_id from fed))
        and seen.source = 'system' and seen.config ->> 'name' = 'lastSeen'
    ) first
    union
    select next.state_id from affected cross join lateral (
      select edge.state_id from ${stateEdges} edge where edge.source_state_id = affected.id offset 0
    ) next
  )
  select id from affected
  union
  select other.id from ${states} own join ${states} other on other.twin_id = own.twin_id
  where own.id = any(array(select id from affected)) and own.geo_link is not null and other.geo_link is not null`;

/**
 * A transaction that changes a source also locks the states computed from it, so their other sources can't change
 * meanwhile.
 */
const lockValues = (db: Db, ids: readonly number[], sourceIds: readonly number[]): Promise<Set<number>> =>
  lockNewest(db, sql`array(${reached(ids)}) || ${listOf(sourceIds)}`);

const node = {
  id: states.id,
  twinId: states.twinId,
  accountId: twins.accountId,
  twinTitle: twins.title,
  key: states.key,
  title: states.title,
  unit: states.unit,
  valueType: states.valueType,
  lowerBound: states.lowerBound,
  upperBound: states.upperBound,
  transformer: states.transformer,
  visualisation: states.visualisation,
  geoLink: states.geoLink,
  source: states.source,
  config: states.config,
};

const selectRows = (db: Db, which: SQL) =>
  db.select(node).from(states).innerJoin(twins, sql`${twins.id} = ${states.twinId}`).where(which);
type StateRow = Awaited<ReturnType<typeof selectRows>>[number] & Newest;

/**
 * Builds every node field by field, so that all nodes have the same shape for V8. The driver adds the fields of its
 * rows dynamically, which would make V8 look them up by name on every access.
 */
const toNode = (row: StateRow) => ({
  id: row.id,
  twinId: row.twinId,
  accountId: row.accountId,
  twinTitle: row.twinTitle,
  key: row.key,
  title: row.title,
  unit: row.unit,
  valueType: row.valueType,
  lowerBound: row.lowerBound,
  upperBound: row.upperBound,
  transformer: row.transformer,
  visualisation: row.visualisation,
  geoLink: row.geoLink,
  source: row.source,
  config: row.config,
  value: row.value,
  measuredAt: row.measuredAt,
  receivedAt: row.receivedAt,
  origin: row.origin,
  shard: row.shard,
  seq: row.seq,
  status: row.status,
  problemCode: row.problemCode,
  problemParams: row.problemParams,
  /** Number of the unit of work that last changed this node. */
  changedBy: 0,
});
export type StateNode = ReturnType<typeof toNode>;

const selectNodes = async (db: Db, which: SQL): Promise<StateNode[]> =>
  (await withNewest(db, await selectRows(db, which))).map(toNode);

/** A state with its fields from before a unit of work changed it. */
export interface Change extends Newest {
  node: StateNode;
}

/** Call before a state changes. The first call of a unit of work returns the previous fields, later ones undefined. */
export function beginChange(node: StateNode, work: number): Change | undefined {
  if (node.changedBy === work) return undefined;
  node.changedBy = work;
  return {
    node,
    value: node.value,
    measuredAt: node.measuredAt,
    receivedAt: node.receivedAt,
    origin: node.origin,
    shard: node.shard,
    seq: node.seq,
    status: node.status,
    problemCode: node.problemCode,
    problemParams: node.problemParams,
  };
}

export function undoChange({ node, ...before }: Change): void {
  Object.assign(node, before);
}

/**
 * Locks, then reads, everything that an update of these states can change. A state that became a dependent in between
 * is not locked yet: the locks are then released and taken again, including that state.
 */
export async function lockGraph(db: Db, ids: readonly number[], alsoLocked: readonly number[] = []): Promise<Graph> {
  await db.execute(sql`savepoint newest_locked`);
  for (;;) {
    const locked = await lockValues(db, ids, alsoLocked);
    const found = await selectNodes(db, sql`${states.id} = any(array(${reached(ids)}))`);
    if (found.every(({ id }) => locked.has(id))) {
      const { outside, edges } = await readSources(db, found);
      const sources = new Map<number, number[]>();
      for (const { stateId, sourceStateId } of edges) pushTo(sources, stateId, sourceStateId);
      return graphOf(new Map([...found, ...outside].map((each) => [each.id, each])), sources);
    }
    await db.execute(sql`rollback to savepoint newest_locked`);
  }
}

export interface LoadedStates {
  /** States that an update can change. */
  fed: StateNode[];
  /** Sources that are only read. */
  outside: StateNode[];
  /** Edges from computed states to their sources. */
  edges: { stateId: number; sourceStateId: number }[];
}

/** The edges to sources of computed states, and the sources that are only read. */
async function readSources(db: Db, fed: StateNode[]): Promise<Pick<LoadedStates, 'outside' | 'edges'>> {
  const computed = fed.filter(({ source }) => source.endsWith('aggregate')).map(({ id }) => id);
  if (computed.length === 0) return { outside: [], edges: [] };
  const edges = await findEdgesOf(db, computed);
  const known = new Set(fed.map(({ id }) => id));
  const missing = new Set(edges.map((edge) => edge.sourceStateId).filter((id) => !known.has(id)));
  const outside = missing.size === 0 ? [] : await selectNodes(db, sql`${states.id} = any(${listOf(missing)})`);
  return { outside, edges };
}

/** Reads the same states as `lockGraph`, without locks. */
export async function loadStates(db: Db, ids: readonly number[]): Promise<LoadedStates> {
  const fed = await selectNodes(db, sql`${states.id} = any(array(${reached(ids)}))`);
  return { fed, ...(await readSources(db, fed)) };
}

/** The fields of a state that turn an update into the stored value. */
export type Intake = Pick<StateNode, 'id' | 'accountId' | 'valueType' | 'transformer'>;

export const findIntakes = (db: Db, ids: readonly number[]): Promise<Intake[]> =>
  db
    .select({
      id: states.id,
      accountId: twins.accountId,
      valueType: states.valueType,
      transformer: states.transformer,
    })
    .from(states)
    .innerJoin(twins, sql`${twins.id} = ${states.twinId}`)
    .where(sql`${states.id} = any(${listOf(ids)})`);
