import type { FireMode, RuleResult } from '@stellwerk/contract/rule';
import type { JudgedNode, RunTrigger } from '@stellwerk/contract/rule-run';
import type { CompiledRule } from './rule.ts';
import type { Evaluation } from './run.ts';
import type { Held } from './tree.ts';

/** What the conditions of a rule remember between two evaluations. */
export interface Phase {
  held: Held;
  /** Since when the conditions have been true without a break; null while they are not. */
  sinceMs: number | null;
  /** They have been true for long enough. */
  isOn: boolean;
}

export interface RuleMemory {
  lastExecutedAtMs: number | null;
  phase: Phase;
}

export interface Decision {
  result: RuleResult;
  memory: RuleMemory;
  /** Whether the conditions count as true; null if the evaluation ended before them. */
  isOn: boolean | null;
  /** The conditions with the memory applied. */
  isMet: boolean | null;
  conditions: JudgedNode | null;
}

/** The part of an evaluation that a decision needs. */
export type Decidable = Pick<Evaluation, 'isMet' | 'problem' | 'abortedBy' | 'conditions' | 'values'>;

export const noPhase: Phase = { held: [], sinceMs: null, isOn: false };
export const noMemory: RuleMemory = { lastExecutedAtMs: null, phase: noPhase };

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** Ignores an execution beyond the throttle time in the future, which was recorded before the clock was set back. */
function isTooSoon(lastMs: number | null, throttleHours: number, atMs: number): boolean {
  if (lastMs === null) return false;
  const sinceMs = atMs - lastMs;
  const throttleMs = throttleHours * hourMs;
  return sinceMs < throttleMs && sinceMs >= -throttleMs;
}

/** Without conditions nothing changes, so that each trigger counts. */
const fireModeOf = ({ fireOn, conditions }: CompiledRule['definition']): FireMode =>
  conditions.mode === 'always' ? 'every' : fireOn;

interface Conditions {
  isMet: boolean;
  held: Held;
  conditions: JudgedNode | null;
}

/** A hysteresis depends on the evaluations before, so that its comparisons are made here and not with the others. */
function conditionsOf(
  { tree }: Pick<CompiledRule, 'tree'>,
  { held: before }: Phase,
  evaluation: Decidable,
): Conditions {
  const { isMet, conditions } = evaluation;
  if (!tree?.hasHysteresis) return { isMet: isMet === true, held: noPhase.held, conditions };
  const values = evaluation.values();
  return {
    isMet: tree.isMet(values, before),
    held: tree.hold(values, before),
    conditions: conditions && tree.explain(values, before),
  };
}

/** The time at which the conditions will have been true for long enough; null if they are not waiting for it. */
export const deadlineOf = ({ forMinutes }: CompiledRule['definition'], { sinceMs, isOn }: Phase): number | null =>
  sinceMs === null || isOn ? null : sinceMs + forMinutes * minuteMs;

function phaseAfter(definition: CompiledRule['definition'], before: Phase, now: Conditions, atMs: number): Phase {
  if (!now.isMet) return { held: now.held, sinceMs: null, isOn: false };
  // The clock may have been set back since.
  const sinceMs = Math.min(before.sinceMs ?? atMs, atMs);
  return { held: now.held, sinceMs, isOn: before.isOn || atMs - sinceMs >= definition.forMinutes * minuteMs };
}

function isDue(mode: FireMode, before: Phase, { isOn }: Phase, trigger: RunTrigger['kind']): boolean {
  if (mode === 'every') return isOn && trigger !== 'saved';
  return mode === 'change' ? isOn && !before.isOn : before.isOn && !isOn;
}

/** The result of an evaluation, given the memory of the rule. Execution windows have been checked before. */
export function decide(
  rule: Pick<CompiledRule, 'definition' | 'tree'>,
  memory: RuleMemory,
  evaluation: Decidable,
  { atMs, trigger }: { atMs: number; trigger: RunTrigger['kind'] },
): Decision {
  const unknown = { memory, isOn: null, isMet: null, conditions: null };
  if (evaluation.problem) return { ...unknown, result: 'error' };
  if (evaluation.abortedBy !== null) return { ...unknown, result: 'aborted' };
  const { definition } = rule;
  const now = conditionsOf(rule, memory.phase, evaluation);
  const phase = phaseAfter(definition, memory.phase, now, atMs);
  const { isOn } = phase;
  const { isMet, conditions } = now;
  const decided = { memory: { ...memory, phase }, isOn, isMet, conditions };
  if (!isDue(fireModeOf(definition), memory.phase, phase, trigger)) {
    return { ...decided, result: !isMet ? 'notMet' : isOn ? 'met' : 'pending' };
  }
  const { throttleHours } = definition;
  if (throttleHours > 0 && isTooSoon(memory.lastExecutedAtMs, throttleHours, atMs)) {
    return { ...decided, result: 'throttled' };
  }
  return { ...decided, result: 'executed', memory: { lastExecutedAtMs: atMs, phase } };
}
