import type { RuleResult } from '@stellwerk/contract/rule';
import type { CompiledRule } from './rule.ts';
import type { Evaluation } from './run.ts';

export interface RuleMemory {
  lastExecutedAtMs: number | null;
}

export interface Decision {
  result: RuleResult;
  memory: RuleMemory;
}

const hourMs = 3_600_000;

/** Ignores an execution beyond the throttle time in the future, which was recorded before the clock was set back. */
function isTooSoon(lastMs: number | null, throttleHours: number, atMs: number): boolean {
  if (lastMs === null) return false;
  const sinceMs = atMs - lastMs;
  const throttleMs = throttleHours * hourMs;
  return sinceMs < throttleMs && sinceMs >= -throttleMs;
}

/** The result of an evaluation, given the memory of the rule. Execution windows have been checked before. */
export function decide(
  { definition }: Pick<CompiledRule, 'definition'>,
  memory: RuleMemory,
  { isMet, problem, abortedBy }: Pick<Evaluation, 'isMet' | 'problem' | 'abortedBy'>,
  atMs: number,
): Decision {
  if (problem) return { result: 'error', memory };
  if (abortedBy !== null) return { result: 'aborted', memory };
  if (!isMet) return { result: 'notMet', memory };
  const { throttleHours } = definition;
  if (throttleHours > 0 && isTooSoon(memory.lastExecutedAtMs, throttleHours, atMs)) {
    return { result: 'throttled', memory };
  }
  return { result: 'executed', memory: { lastExecutedAtMs: atMs } };
}
