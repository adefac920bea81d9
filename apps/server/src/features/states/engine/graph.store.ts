import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { twins } from '../../twins/index.ts';
import { findEdgesOf } from '../edge.store.ts';
import { stateEdges, states, stateValues } from '../state.table.ts';
import { type Graph, graphOf, pushTo } from './graph.ts';

const listOf = (ids: Iterable<number>) => sql`${sql.param([...ids])}::bigint[]`;

/**
 * These states, `lastSeen` of their twins, everything that is computed from them, and the other coordinate where one of
 * a pair is among them. Arrays and the lateral join make sure that each is looked up by its key: nobody can guess
 * beforehand how many there are, and a guess that is too high would read whole tables for one value.
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
 * In the order of their ids: two who want some of the same values get them one after the other, never each half. Whoever
 * changes one of the sources of a computed state holds that one too, so its other sources stand still.
 */
async function lockValues(db: Db, ids: readonly number[], sourceIds: readonly number[]): Promise<Set<number>> {
  const locked = await db.execute<{ id: number }>(sql`
    select state_id as id from ${stateValues}
    where state_id = any(array(${reached(ids)}) || ${listOf(sourceIds)})
    order by state_id for update`);
  return new Set(locked.rows.map(({ id }) => id));
}

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
  value: stateValues.value,
  measuredAt: stateValues.measuredAt,
  receivedAt: stateValues.receivedAt,
  origin: stateValues.origin,
  shard: stateValues.shard,
  seq: stateValues.seq,
  status: stateValues.status,
  problemCode: stateValues.problemCode,
  problemParams: stateValues.problemParams,
};

const selectRows = (db: Db, which: SQL) =>
  db
    .select(node)
    .from(states)
    .innerJoin(stateValues, sql`${stateValues.stateId} = ${states.id}`)
    .innerJoin(twins, sql`${twins.id} = ${states.twinId}`)
    .where(which);
type StateRow = Awaited<ReturnType<typeof selectRows>>[number];

/**
 * All nodes are written down in the same way, field by field: rows come as objects whose fields were added by name,
 * which the engine would then look up by name again with every access.
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
  /** Which piece of work has changed it last. */
  changedBy: 0,
});
export type StateNode = ReturnType<typeof toNode>;

const selectNodes = async (db: Db, which: SQL): Promise<StateNode[]> => (await selectRows(db, which)).map(toNode);

/** What values change of a state. */
type Current = Pick<
  StateRow,
  'value' | 'measuredAt' | 'receivedAt' | 'origin' | 'shard' | 'seq' | 'status' | 'problemCode' | 'problemParams'
>;

/** A state, and what it was before a piece of work changed it. */
export interface Change extends Current {
  node: StateNode;
}

/** To be called before a state changes; the first call of a piece of work answers what was there. */
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

/** The state is again what it was. */
export function undoChange({ node, ...before }: Change): void {
  Object.assign(node, before);
}

/**
 * Everything that an update of these states can change, locked and then read. A state that was made to depend on one of
 * them meanwhile is not locked yet: the locks are given back and taken anew together with it.
 */
export async function lockGraph(db: Db, ids: readonly number[], alsoLocked: readonly number[] = []): Promise<Graph> {
  await db.execute(sql`savepoint state_values_locked`);
  for (;;) {
    const locked = await lockValues(db, ids, alsoLocked);
    const found = await selectNodes(db, sql`${states.id} = any(array(${reached(ids)}))`);
    if (found.every(({ id }) => locked.has(id))) {
      const { outside, edges } = await readSources(db, found);
      const sources = new Map<number, number[]>();
      for (const { stateId, sourceStateId } of edges) pushTo(sources, stateId, sourceStateId);
      return graphOf(new Map([...found, ...outside].map((each) => [each.id, each])), sources);
    }
    await db.execute(sql`rollback to savepoint state_values_locked`);
  }
}

export interface LoadedStates {
  /** What may change. */
  fed: StateNode[];
  /** What is only read beside it. */
  outside: StateNode[];
  /** From computed states to their sources. */
  edges: { stateId: number; sourceStateId: number }[];
}

/** The sources of computed states, and those that are only read. */
async function readSources(db: Db, fed: StateNode[]): Promise<Pick<LoadedStates, 'outside' | 'edges'>> {
  const computed = fed.filter(({ source }) => source.endsWith('aggregate')).map(({ id }) => id);
  if (computed.length === 0) return { outside: [], edges: [] };
  const edges = await findEdgesOf(db, computed);
  const known = new Set(fed.map(({ id }) => id));
  const missing = new Set(edges.map((edge) => edge.sourceStateId).filter((id) => !known.has(id)));
  const outside = missing.size === 0 ? [] : await selectNodes(db, sql`${states.id} = any(${listOf(missing)})`);
  return { outside, edges };
}

/** The same without locks. */
export async function loadStates(db: Db, ids: readonly number[]): Promise<LoadedStates> {
  const fed = await selectNodes(db, sql`${states.id} = any(array(${reached(ids)}))`);
  return { fed, ...(await readSources(db, fed)) };
}

/** What turns an update into the value that is stored. */
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
