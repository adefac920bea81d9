import type { RouteOutput } from '@stellwerk/contract/core/route';
import type { checkForAggregateLoop, listLinkedAggregations, previewAggregate } from '@stellwerk/contract/state';
import type { SourceConfig } from '@stellwerk/contract/state-source';
import type { Clock } from '../../platform/clock/clock.ts';
import type { History, JsonValue } from '../../platform/history/history.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import { timeseriesWindow } from './compute/window.ts';
import { findDependents, findWay } from './edge.store.ts';
import { type Derived, deriveAggregate, deriveTimeseries } from './engine/derive.ts';
import { hasTransformer, outcomeOf, runTransformers } from './engine/scripts.ts';
import { requireSources, stateOf } from './state.service.ts';
import { type DescribedState, describeStates } from './state.store.ts';
import { jsonOf, maySeeState, problemOf, sourceIdsOf, toSource } from './state-mapper.ts';

interface AggregateDeps {
  history: History;
  sandbox: Sandbox;
  clock: Clock;
}

type Preview = RouteOutput<typeof previewAggregate>['data'];
type Links = RouteOutput<typeof listLinkedAggregations>['data'];
type LoopCheck = RouteOutput<typeof checkForAggregateLoop>['data'];

const isoOf = (ms: number) => new Date(ms).toISOString();

async function describeInOrder(ctx: Ctx, ids: readonly number[]): Promise<DescribedState[]> {
  const found = new Map((await describeStates(ctx.db, [...new Set(ids)])).map((each) => [each.stateId, each]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

export function createAggregateService({ history, sandbox, clock }: AggregateDeps) {
  /** Computes the current result of an aggregate, as for a stored state, and the window that it covers. */
  async function derive(config: SourceConfig, sources: DescribedState[]) {
    if (config.source !== 'timeseries-aggregate') {
      const inputs = sources.map((source) => ({ ...source, id: source.stateId }));
      return { derived: deriveAggregate(inputs), window: null };
    }
    const at = sources[0]?.measuredAt?.getTime() ?? clock.now().getTime();
    const { start, end } = timeseriesWindow(config.timeseries, at);
    const derived = await deriveTimeseries({ history, db: undefined, options: config.timeseries, at });
    return { derived, window: { start: isoOf(start), end: isoOf(end) } };
  }

  async function transform(ctx: Ctx, source: string, derived: Derived) {
    const { accountId } = ctx.actor;
    const call = { source, args: derived.args(), nowMs: clock.now().getTime(), seed: 1, accountId };
    const [result] = await runTransformers(sandbox, [call]);
    if (!result) return { value: null, problem: null, logs: [] };
    const logs = result.logs.map(({ text }) => text);
    const outcome = outcomeOf(result);
    if (outcome.ok) return { value: outcome.value, problem: null, logs };
    const line = result.ok ? null : (result.line ?? null);
    const problem = { ...problemOf(outcome.problem.code, outcome.problem.params, ctx.language), line };
    return { value: null, problem, logs };
  }

  return {
    async preview(ctx: Ctx, config: SourceConfig, transformer: string): Promise<Preview> {
      await requireSources(ctx, config);
      const sources = await describeInOrder(ctx, [...new Set(sourceIdsOf(config))]);
      const { derived, window } = await derive(config, sources);
      const nothing = { value: null as JsonValue, problem: null, logs: [] };
      const plain = derived ? { ...nothing, value: derived.value } : nothing;
      const result = derived && hasTransformer({ transformer }) ? await transform(ctx, transformer, derived) : plain;
      return {
        ...result,
        timestamp: derived?.measuredAt == null ? null : isoOf(derived.measuredAt),
        window,
        inputs: sources.map((source) => ({
          ...toSource(source, ctx.actor),
          value: jsonOf(source.value),
          timestamp: source.measuredAt?.toISOString() ?? null,
        })),
      };
    },

    async linked(ctx: Ctx, place: { twinId: number; stateId: number }): Promise<Links> {
      const { id } = await stateOf(ctx, place);
      const found = await describeInOrder(ctx, await findDependents(ctx.db, id));
      const seen = found.filter(({ scopePath }) => maySeeState(ctx.actor, scopePath));
      return { states: seen.map((each) => toSource(each, ctx.actor)), hidden: found.length - seen.length };
    },

    async checkLoop(ctx: Ctx, place: { twinId: number; stateId: number }, sourceIds: number[]): Promise<LoopCheck> {
      const { id } = await stateOf(ctx, place);
      const way = await findWay(ctx.db, id, sourceIds);
      if (!way) return { loop: false, way: [] };
      const described = await describeInOrder(ctx, [...way, id]);
      return { loop: true, way: described.map((each) => toSource(each, ctx.actor)) };
    },
  };
}
export type AggregateService = ReturnType<typeof createAggregateService>;
