import type { RuleCommand } from '@stellwerk/contract/rule';
import type { JsonValue } from '@stellwerk/plugin/connector-server';
import type { Clock } from '../../../platform/clock/clock.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { OutboxFailure } from '../../../platform/outbox/outbox.table.ts';
import type { CommandsToCheck } from './check.service.ts';
import { findTargets } from './command.store.ts';
import { type CommandKinds, hasScript } from './kinds.ts';
import { failureOf } from './outcome.ts';
import { fillCommand } from './prepare.ts';
import type { CommandContext } from './render.ts';
import type { CommandRunner, Done } from './runner.ts';
import { variablesOf } from './script.ts';

const testForMs = 30_000;

export interface CommandTest {
  twin: { id: number };
  command: RuleCommand;
  context: CommandContext;
}

export interface TestedCommand {
  isDone: boolean;
  target: string;
  options: Record<string, JsonValue>;
  answer: JsonValue;
  /** Problem as a code with parameters, not yet translated. */
  problem: OutboxFailure | null;
  durationMs: number;
}

interface TestDeps {
  kinds: CommandKinds;
  runner: CommandRunner;
  clock: Clock;
  check(ctx: Ctx, input: CommandsToCheck): Promise<void>;
}

/** Executes one command once and immediately, with the same code and checks as a rule; mails are sent to the caller. */
export function createCommandTest({ kinds, runner, clock, check }: TestDeps) {
  return async (ctx: Ctx, { twin, command, context }: CommandTest): Promise<TestedCommand> => {
    await check(ctx, { twin, commands: [command], aliases: context.metrics.map(({ alias }) => alias) });
    const own = (await findTargets(ctx.db, [twin.id])).get(twin.id) ?? fail('DTWIN_NOT_FOUND');
    const kind = kinds.find(command.type) ?? fail('RULE_COMMAND_UNKNOWN', { type: command.type });
    const parsed = { ...command, options: kind.manifest.options.parse(command.options) as RuleCommand['options'] };
    const harmless = kind.server.forTest?.(parsed.options, ctx.actor) ?? parsed.options;
    const filled = fillCommand(kind, { ...parsed, options: harmless as RuleCommand['options'] }, context);
    const { target, options } = filled ?? fail('RULE_COMMAND_INVALID', { number: 1, field: '' });
    const startedAt = performance.now();
    const doing = {
      type: command.type,
      connectorId: command.connectorId,
      twinId: command.dtwinId ?? twin.id,
      depth: 0,
      options,
      variables: hasScript(kind, options) ? variablesOf(context, context.atMs ?? clock.now().getTime()) : null,
      account: { id: own.accountId, path: own.accountPath },
      signal: AbortSignal.timeout(testForMs),
    };
    const outcome: Done | { problem: OutboxFailure } = await ctx.db
      .transaction((tx) => runner.run(tx, doing))
      .catch((error: unknown) => ({ problem: failureOf(error).reason }));
    const durationMs = performance.now() - startedAt;
    if ('problem' in outcome) return { isDone: false, target, options, answer: null, ...outcome, durationMs };
    outcome.publish();
    return { isDone: true, target, options, answer: outcome.answer, problem: null, durationMs };
  };
}
