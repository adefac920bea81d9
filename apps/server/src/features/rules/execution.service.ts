import type { RouteInput } from '@stellwerk/contract/core/route';
import type { listErroneousExecutions, RuleExecution, readExecutionHistory } from '@stellwerk/contract/rule-run';
import { readsStates } from '@stellwerk/contract/state';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { problemOf } from '../states/index.ts';
import { mayHere } from '../twins/index.ts';
import {
  type FoundCommand,
  type FoundExecution,
  findCommandsOf,
  findErroneous,
  findMetricStates,
  findPast,
  findRecent,
} from './execution.store.ts';
import { withoutHidden } from './readable-values.ts';
import { type RulePlace, ruleOf } from './rule.service.ts';
import { findNamedStates } from './rule-names.store.ts';

const recentCount = 50;
const erroneousDays = 30;

interface Failed {
  code: string | null;
  params: Record<string, string | number> | null;
}

const errorOf = ({ code, params }: Failed, { language }: Ctx) =>
  code === null ? null : problemOf(code, params ?? {}, language);

const toCommand = (command: FoundCommand, ctx: Ctx): RuleExecution['commands'][number] => ({
  type: command.type,
  state: command.state,
  at: command.at?.toISOString() ?? null,
  attempts: command.attempts,
  problem: errorOf(command, ctx),
  target: command.target,
});

/** Decides which metrics of an execution the caller may read; metrics of deleted states are hidden from everybody. */
async function readableMetrics(ctx: Ctx, rows: readonly FoundExecution[]) {
  const stateOf = await findMetricStates(ctx.db, rows);
  const states = await findNamedStates(ctx.db, new Set([...stateOf.values()].flatMap((each) => [...each.values()])));
  return ({ ruleId, revision }: FoundExecution) =>
    (alias: string) => {
      const state = states.get(stateOf.get(`${ruleId} ${revision}`)?.get(alias) ?? 0);
      return state !== undefined && mayHere(ctx.actor, [readsStates, 'VirtualDevice.read'], state);
    };
}

async function toWire(ctx: Ctx, rows: FoundExecution[]): Promise<RuleExecution[]> {
  const commands = await findCommandsOf(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const isReadable = await readableMetrics(ctx, rows);
  const shown = rows.map((row) => withoutHidden(row, isReadable(row)));
  return shown.map(({ twinId, twinTitle, code, params, at, lastAt, ...row }) => ({
    ...row,
    dtwinId: twinId,
    dtwinTitle: twinTitle,
    at: at.toISOString(),
    lastAt: lastAt.toISOString(),
    commands: (commands.get(row.id) ?? []).map((command) => toCommand(command, ctx)),
    error: errorOf({ code, params }, ctx),
  }));
}

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

export const createExecutionService = ({ clock }: { clock: Clock }) => ({
  async recent(ctx: Ctx, place: RulePlace): Promise<RuleExecution[]> {
    await ruleOf(ctx, place);
    return toWire(ctx, await findRecent(ctx.db, place.ruleId, recentCount));
  },

  async erroneous(ctx: Ctx, { offset, limit, tenantId }: RouteInput<typeof listErroneousExecutions>['query']) {
    const since = new Date(clock.now().getTime() - erroneousDays * 86_400_000);
    const { rows, ...total } = await findErroneous(ctx.db, ctx.actor, { since, tenantId, offset, limit });
    return { data: await toWire(ctx, rows), ...total, offset, limit };
  },

  async history(ctx: Ctx, place: RulePlace, body: RouteInput<typeof readExecutionHistory>['body']) {
    await ruleOf(ctx, place);
    const { offset, limit, queryStart, queryEnd, requestParameters } = body;
    const span = { from: dateOf(queryStart), to: dateOf(queryEnd) };
    const { results } = requestParameters;
    const { rows, ...total } = await findPast(ctx.db, place.ruleId, { ...span, results, offset, limit });
    return { data: await toWire(ctx, rows), ...total, offset, limit };
  },
});
export type ExecutionService = ReturnType<typeof createExecutionService>;
