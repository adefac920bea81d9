import type { RuleResult } from '@stellwerk/contract/rule';
import type { RunTrigger } from '@stellwerk/contract/rule-run';
import type { CommandContext, Commands } from '../commands/index.ts';
import type { Evaluation } from '../evaluate/index.ts';
import type { Granted } from './budget.ts';
import type { ReadyRule } from './rule-cache.ts';
import type { RuleMemory } from './status.store.ts';

/** An evaluation with what came of it; null where it was outside of every window. */
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
  /** Where a rule is to be seen. */
  linkTo(rule: ReadyRule): string;
  now: Date;
  depth: number;
}

/** What one evaluation comes to. */
export interface Step {
  judged: Judged;
  result: RuleResult;
  code: string | null;
  params: Record<string, string | number> | null;
  granted: Granted | null;
  /** What it does to the alarm of its rule. */
  alarm: 'opens' | 'ends' | null;
  /** The step whose record it is counted in: its own, or an earlier one of the same result. Null: the open record. */
  recordedBy: Step | null;
  /** Of the record, once it is written. */
  executionId: number | null;
}

/** One rule on its way through the evaluations of a transaction. */
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
});
