import { isDeepStrictEqual } from 'node:util';
import type { RouteInput, RouteOutput } from '@stellwerk/contract/core/route';
import type { testCommand, testConditions } from '@stellwerk/contract/rule-run';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { History, JsonValue } from '../../platform/history/history.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { problemOf } from '../states/index.ts';
import { draftOf, scriptProblem } from './draft.service.ts';
import { readInputs } from './engine/inputs.ts';
import { phaseOf } from './engine/phase.ts';
import { readMemories } from './engine/status.store.ts';
import { timelineOf } from './engine/timeline.ts';
import { compileRule, decide, type Evaluation, noPhase, type Phase, type RuleRecord } from './evaluate/index.ts';
import type { RuleCommandsPort, RuleEvaluator } from './ports.ts';
import { type RulePlace, ruleOf } from './rule.service.ts';

interface TrialDeps {
  evaluator: Pick<RuleEvaluator, 'evaluate'>;
  commands: Pick<RuleCommandsPort, 'test'>;
  history: History;
  clock: Clock;
  linkBase: string;
}

type Trial = RouteOutput<typeof testConditions>['data'];
type CommandTrial = RouteOutput<typeof testCommand>['data'];

const test = { kind: 'test' as const };

/** What the saved rule remembers, as long as the tested conditions are its own. */
async function memoryOf(ctx: Ctx, place: RulePlace, tested: unknown): Promise<Phase> {
  const { definition, revision } = await ruleOf(ctx, place);
  if (!isDeepStrictEqual(definition.conditions, tested)) return noPhase;
  const memory = (await readMemories(ctx.db, [place.ruleId])).get(place.ruleId);
  return memory ? phaseOf(memory, { revision }) : noPhase;
}

export function createTrialService({ evaluator, commands, history, clock, linkBase }: TrialDeps) {
  async function evaluateNow(
    ctx: Ctx,
    record: RuleRecord,
    atMs: number,
    values: Readonly<Record<string, JsonValue>> = {},
  ): Promise<Evaluation> {
    const rule = { ...compileRule(record), accountName: '', language: null };
    const due = { rule, atMs, upTo: 0, trigger: test, stateIds: new Set<number>(), shard: 0, seq: 0 };
    const inputsOf = await readInputs({ history, db: ctx.db }, [due], timelineOf([]));
    const [evaluation] = await evaluator.evaluate([{ rule, atMs, trigger: test, ...inputsOf(due), values }]);
    return evaluation ?? fail('INTERNAL_ERROR', {}, { internal: 'a run was not evaluated' });
  }

  return {
    async conditions(ctx: Ctx, body: RouteInput<typeof testConditions>['body']): Promise<Trial> {
      const { dtwinId, metrics, conditions, ruleId, values } = body;
      const { record } = await draftOf(ctx, { twinId: dtwinId, definition: { metrics, conditions } });
      const atMs = clock.now().getTime();
      const phase = ruleId === undefined ? noPhase : await memoryOf(ctx, { twinId: dtwinId, ruleId }, conditions);
      const evaluation = await evaluateNow(ctx, record, atMs, values);
      const decision = decide(compileRule(record), { lastExecutedAtMs: null, phase }, evaluation, {
        ...{ atMs, trigger: test.kind },
      });
      const { problem, metrics: evaluated, abortedBy, logs, durationMs } = evaluation;
      return {
        ...{ metrics: evaluated, abortedBy, logs, durationMs },
        isMet: decision.isMet,
        conditions: decision.conditions,
        problem: problem && scriptProblem(problem, ctx.language),
      };
    },

    /** Conditions are ignored: the command is sent with the current values of the metrics. */
    async command(ctx: Ctx, body: RouteInput<typeof testCommand>['body']): Promise<CommandTrial> {
      const { dtwinId: twinId, metrics, command, ruleTitle } = body;
      const { record, twin } = await draftOf(ctx, { twinId, title: ruleTitle, definition: { metrics } });
      const atMs = clock.now().getTime();
      const evaluation = await evaluateNow(ctx, record, atMs);
      const { problem, ...tested } = await commands.test(ctx, {
        twin,
        command,
        context: {
          rule: record,
          twin: record.twin,
          accountName: twin.accountName,
          metrics: evaluation.metrics,
          link: `${linkBase}/#/digitaltwin-mgmt/${twinId}?tab=rules`,
          atMs,
        },
      });
      return { ...tested, problem: problem && problemOf(problem.code, problem.params, ctx.language) };
    },
  };
}
export type TrialService = ReturnType<typeof createTrialService>;
