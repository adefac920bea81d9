import type { RuleResult } from '@stellwerk/contract/rule';
import type { RunTrigger } from '@stellwerk/contract/rule-run';
import type { CommandContext, Commands } from '../commands/index.ts';
import type { Decision, Evaluation } from '../evaluate/index.ts';
import type { Granted } from './budget.ts';
import type { ReadyRule } from './rule-cache.ts';
import type { RuleMemory } from './status.store.ts';

/** A rule evaluation with its result; `evaluation` is null if the time was outside of all execution windows. */
export interface Judged {
  rule: ReadyRule;
  atMs: number;
  trigger: RunTrigger;
  evaluation: Evaluation | null;
  shard: number;
  seq: number;
}

export interface FireDeps {
  commands: Pick<Commands, 'prepare' | 'render'>;
  /** URL of the page of a rule. */
  linkTo(rule: ReadyRule): string;
  now: Date;
  depth: number;
}

/** The effects of one evaluation. */
export interface Step {
  judged: Judged;
  result: RuleResult;
  /** Null if the time was outside of all execution windows. */
  decision: Decision | null;
  code: string | null;
  params: Record<string, string | number> | null;
  granted: Granted | null;
  /** Effect on the alarm of the rule. */
  alarm: 'opens' | 'ends' | null;
  /**
   * The step whose record counts this evaluation: itself, or an earlier step with the same result. Null: the open
   * record.
   */
  recordedBy: Step | null;
  /** Id of the record, once it is written. */
  executionId: number | null;
}

/** One rule with its evaluations in the current transaction. */
export interface Track {
  rule: ReadyRule;
  memory: RuleMemory;
  steps: Step[];
}

export const contextOf = (
  { rule, evaluation, atMs }: Judged,
  { linkTo }: Pick<FireDeps, 'linkTo'>,
): CommandContext => ({
  rule: { id: rule.id, title: rule.title, twinId: rule.twinId, accountId: rule.accountId },
  twin: rule.twin,
  accountName: rule.accountName,
  metrics: evaluation?.metrics ?? [],
  link: linkTo(rule),
  atMs,
  language: rule.language,
  units: new Map(
    rule.metrics.flatMap(({ alias, state, operation, need, script }) => {
      const isOther = script !== null || (operation === 'count' && (need.minutes !== null || need.count > 1));
      return state?.unit && !isOther ? [[alias, state.unit] as const] : [];
    }),
  ),
});
