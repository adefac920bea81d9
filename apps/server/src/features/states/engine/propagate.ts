import { checkBudget } from '../../../platform/clock/work-budget.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { History, HistorySource } from '../../../platform/history/history.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import { fitValue } from '../compute/fit.ts';
import { done } from '../compute/problem.ts';
import { timeseriesWindow } from '../compute/window.ts';
import { sourceIdsOf } from '../state-mapper.ts';
import { type Derived, deriveAggregate, deriveTimeseries, looksAt } from './derive.ts';
import type { StateNode } from './graph.store.ts';
import type { Graph } from './graph.ts';
import type { Incoming } from './incoming.ts';
import { hasTransformer, outcomeOf, runTransformers } from './scripts.ts';
import type { PastReader } from './windows/read-days.ts';
import type { WriteSet } from './write-set.ts';

/** Sequence numbers of values that don't come from a packet. */
export interface Numbers {
  reserve(count: number): Promise<void>;
  next(): number;
}

export interface PropagateDeps {
  db: Db;
  history: History;
  sandbox: Sandbox;
  writeSet: WriteSet;
  graph: Graph;
  numbers: Numbers;
}

interface Cause {
  receivedAt: Date;
  origin: HistorySource;
  shard: number;
  seq: number;
}

/** States with a new newest value so far, and states that only received late values. */
interface Progress {
  newest: Map<number, Cause>;
  late: Map<number, { cause: Cause; times: number[] }>;
}

function causeOf(causes: readonly Cause[]): Cause | undefined {
  let latest: Cause | undefined;
  for (const each of causes) if (!latest || each.receivedAt > latest.receivedAt) latest = each;
  return latest;
}

/** Computed values are never `manual`, even if their source was set by hand. */
const computedOrigin = (origin: HistorySource): HistorySource => (origin === 'rederived' ? origin : 'live');

function applyIncoming({ graph, writeSet }: PropagateDeps, wave: readonly Incoming[], progress: Progress): void {
  for (const update of wave) {
    const node = graph.node(update.stateId);
    if (!node) continue;
    if (update.problem) {
      writeSet.fault(node, update.problem, update);
    } else if (writeSet.put(node, update)) {
      progress.newest.set(node.id, update);
    } else {
      const before = progress.late.get(node.id);
      progress.late.set(node.id, { cause: update, times: [...(before?.times ?? []), update.measuredAt.getTime()] });
    }
  }
}

/** Sets `lastSeen` of twins that received a value from outside. */
async function applyLastSeen(deps: PropagateDeps, wave: readonly Incoming[], progress: Progress): Promise<void> {
  const { graph, writeSet, numbers } = deps;
  const seen = new Map<number, Cause>();
  for (const { stateId, receivedAt, origin, shard, seq, problem } of wave) {
    const twinId = graph.node(stateId)?.twinId;
    if (twinId === undefined || problem || graph.lastSeen(twinId).length === 0) continue;
    const known = seen.get(twinId);
    if (known === undefined || receivedAt > known.receivedAt) seen.set(twinId, { receivedAt, origin, shard, seq });
  }
  const lastSeen = [...seen].flatMap(([twinId, cause]) =>
    graph.lastSeen(twinId).flatMap((id) => {
      const node = graph.node(id);
      return node ? [{ node, cause }] : [];
    }),
  );
  await numbers.reserve(lastSeen.length);
  for (const { node, cause } of lastSeen) {
    const isLastSeen = node.config.source === 'system' && node.config.name === 'lastSeen';
    if (!isLastSeen || (node.measuredAt && node.measuredAt > cause.receivedAt)) continue;
    const fitting = fitValue(cause.receivedAt.toISOString(), node.valueType);
    if (!fitting.ok) {
      writeSet.fault(node, fitting.problem);
      continue;
    }
    const { receivedAt } = cause;
    const origin = computedOrigin(cause.origin);
    writeSet.put(node, {
      value: fitting.value,
      measuredAt: receivedAt,
      receivedAt,
      origin,
      shard: 0,
      seq: numbers.next(),
      packet: cause,
    });
    progress.newest.set(node.id, cause);
  }
}

function causesOf({ graph }: PropagateDeps, node: StateNode, { newest, late }: Progress): Cause[] {
  const { config } = node;
  if (config.source !== 'timeseries-aggregate') {
    return (graph.sources(node.id) ?? []).flatMap((id) => newest.get(id) ?? []);
  }
  const { timeseries } = config;
  const newestAt = graph.node(timeseries.stateId)?.measuredAt?.getTime();
  if (newestAt === undefined) return [];
  const causes: Cause[] = [];
  const { isAligned, end } = timeseriesWindow(timeseries, newestAt);
  // An aligned window is complete before the value that opens the next one, so its result is already stored.
  const isKnown =
    isAligned &&
    timeseries.operation !== 'differenceValue' &&
    node.measuredAt?.getTime() === end &&
    node.problemCode === null;
  const fresh = newest.get(timeseries.stateId);
  if (fresh && !isKnown) causes.push(fresh);
  const past = late.get(timeseries.stateId);
  if (past?.times.some((at) => looksAt(timeseries, newestAt, at))) causes.push(past.cause);
  return causes;
}

/** Synchronous unless history is needed: an await for each of thousands of aggregates would be expensive. */
function derive(deps: PropagateDeps, node: StateNode): Derived | Promise<Derived | undefined> {
  const { config } = node;
  if (config.source === 'timeseries-aggregate') return deriveFromPast(deps, node, config);
  return deriveAggregate(sourceIdsOf(config).flatMap((id) => deps.graph.node(id) ?? []));
}

type TimeseriesConfig = Extract<StateNode['config'], { source: 'timeseries-aggregate' }>;

async function deriveFromPast(
  { db, history, graph, writeSet }: PropagateDeps,
  node: StateNode,
  { timeseries }: TimeseriesConfig,
): Promise<Derived | undefined> {
  const source = graph.node(timeseries.stateId);
  const at = source?.measuredAt?.getTime();
  if (!source || at === undefined) return undefined;
  const begunMs = performance.now();
  let hasRead = false;
  const flush = async () => {
    hasRead = true;
    // Loading a window for the first time may take seconds: the budget is checked per page, so that others don't wait.
    checkBudget(begunMs);
    await writeSet.flush(db);
  };
  const windows = writeSet.windows.of(source, node, writeSet.work);
  const query = { history: readBehind(history, flush), db, windows, options: timeseries, at };
  const derived = await deriveTimeseries(query);
  writeSet.windows.used(source.id, hasRead);
  // No value is written; the write set must still verify that the row of the source is unchanged.
  if (!derived) writeSet.confirm(node);
  return derived;
}

/** Reads include the uncommitted values of this write set. */
const readBehind = (history: History, flush: () => Promise<void>): PastReader['history'] => ({
  range: (query, db) => flush().then(() => history.range(query, db)),
  columns: (query, db) => flush().then(() => history.columns(query, db)),
});

/** True if no source has a value. The value of the state then stems from former sources. */
function isWithoutSource({ graph }: PropagateDeps, node: StateNode): boolean {
  return sourceIdsOf(node.config).every((id) => (graph.node(id)?.measuredAt ?? null) === null);
}

interface Due {
  node: StateNode;
  cause: Cause;
}

/** Computes states that don't depend on each other, with their scripts in one batch. */
async function computeLevel(deps: PropagateDeps, due: readonly Due[], progress: Progress): Promise<void> {
  const { writeSet, sandbox, numbers } = deps;
  await numbers.reserve(due.length);
  const ready: (Due & { derived: Derived; measuredAt: Date; seq: number })[] = [];
  for (const { node, cause } of due) {
    const deriving = derive(deps, node);
    const derived = deriving instanceof Promise ? await deriving : deriving;
    if (isWithoutSource(deps, node)) writeSet.revise(node, null);
    if (!derived || derived.measuredAt === null) continue;
    ready.push({ node, cause, derived, measuredAt: new Date(derived.measuredAt), seq: numbers.next() });
  }
  const calls = ready
    .filter(({ node }) => hasTransformer(node))
    .map(({ node, cause, derived, seq }) => ({
      source: node.transformer,
      args: derived.args(),
      nowMs: cause.receivedAt.getTime(),
      seed: seq,
      accountId: node.accountId,
    }));
  const results = (await runTransformers(sandbox, calls)).values();
  for (const { node, cause, derived, measuredAt, seq } of ready) {
    const result = hasTransformer(node) ? results.next().value : undefined;
    const given = result ? outcomeOf(result) : done(derived.value);
    const outcome = given.ok ? fitValue(given.value, node.valueType) : given;
    if (!outcome.ok) {
      writeSet.fault(node, outcome.problem);
      continue;
    }
    const { receivedAt } = cause;
    const origin = computedOrigin(cause.origin);
    writeSet.put(node, {
      ...{ value: outcome.value, measuredAt, receivedAt, origin, shard: 0, seq },
      packet: cause,
    });
    progress.newest.set(node.id, cause);
  }
}

/** Aggregates whose current window excludes a late value may include it in a later window, so their rows are bumped. */
async function noteLate(
  { writeSet, numbers }: PropagateDeps,
  level: readonly StateNode[],
  due: readonly Due[],
  { late }: Progress,
): Promise<void> {
  if (late.size === 0) return;
  const computed = new Set(due.map(({ node }) => node));
  const others = level.filter(
    (node) =>
      node.config.source === 'timeseries-aggregate' && late.has(node.config.timeseries.stateId) && !computed.has(node),
  );
  await numbers.reserve(others.length);
  for (const node of others) writeSet.bump(node, numbers.next());
}

/** Computed states reachable from these states, grouped by level. */
function levelsFrom({ graph }: PropagateDeps, starts: Iterable<number>): StateNode[][] {
  const reached = new Set<number>();
  for (const start of starts) {
    for (const id of graph.reach(start)) if (graph.sources(id)) reached.add(id);
  }
  const levels: StateNode[][] = [];
  for (const id of reached) {
    const node = graph.node(id);
    if (!node) continue;
    const level = graph.level(id);
    const members = levels[level];
    if (members) members.push(node);
    else levels[level] = [node];
  }
  return levels.filter(Boolean);
}

/**
 * Applies the updates of one wave, then everything that depends on them, sources before their dependents. `forced`
 * states are computed even if no source changed. Returns the states with a new value.
 */
export async function propagate(
  deps: PropagateDeps,
  wave: readonly Incoming[],
  forced: ReadonlyMap<number, Cause> = new Map(),
): Promise<ReadonlySet<number>> {
  const progress: Progress = { newest: new Map(), late: new Map() };
  applyIncoming(deps, wave, progress);
  await applyLastSeen(deps, wave, progress);
  for (const [id, cause] of forced) {
    const node = deps.graph.node(id);
    if (node) reviseValue(deps, node, cause, progress);
  }
  const starts = [...new Set(wave.map(({ stateId }) => stateId)), ...forced.keys()];
  for (const level of levelsFrom(deps, starts)) {
    const due = level.flatMap((node) => {
      const cause = forced.get(node.id) ?? causeOf(causesOf(deps, node, progress));
      return cause ? [{ node, cause }] : [];
    });
    await noteLate(deps, level, due, progress);
    if (due.length > 0) await computeLevel(deps, due, progress);
  }
  return new Set(progress.newest.keys());
}

/** After a change of the definition: converts the old value to the new type, or to null if it does not fit. */
function reviseValue({ writeSet }: PropagateDeps, node: StateNode, cause: Cause, progress: Progress): void {
  const before = JSON.stringify(node.value ?? null);
  const fitting = fitValue(JSON.parse(before), node.valueType);
  const value = fitting.ok ? fitting.value : null;
  writeSet.revise(node, value);
  if (JSON.stringify(value) !== before) progress.newest.set(node.id, cause);
}
