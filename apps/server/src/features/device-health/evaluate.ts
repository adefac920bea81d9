import type { HealthEntry } from '@stellwerk/contract/health';

export interface Problem {
  identifier: string;
  category: HealthEntry['category'];
  severity: HealthEntry['severity'];
  message: string;
  code: string | null;
  params: Record<string, string | number> | null;
  since: Date;
  /** Null while it is pending: its duration is not over yet. */
  activeSince: Date | null;
  isIgnored: boolean;
  isAlarmed: boolean;
}

/** What a check said; `text` is null where it only said that something is wrong. */
export type CheckResult =
  | { outcome: 'well' }
  | { outcome: 'problem'; text: string | null }
  | { outcome: 'failed'; params: Record<string, string | number> };

export interface Evaluation {
  entries: readonly HealthEntry[];
  /** By identifier. A check that could not be asked has none, and what is known of it stays. */
  results: ReadonlyMap<string, CheckResult>;
  earlier: readonly Problem[];
  now: Date;
  /** Whether this device raises alarms at all. */
  raisesAlarms: boolean;
}

export interface Judgement {
  /** All that there are now. */
  problems: readonly Problem[];
  /** Those that are new or differ from before. */
  changed: readonly Problem[];
  /** Those that are gone. */
  removed: readonly Problem[];
  /** An alarm begins, ends, or becomes more or less grave. */
  opened: readonly Problem[];
  closed: readonly Problem[];
  regraded: readonly Problem[];
}

/** A check that fails says nothing about its device: that is a problem of its own. No check can have such a name. */
export const failureOf = (identifier: string) => `${identifier}.failed`;

const minuteMs = 60_000;

function isOver(since: Date, { durationMinutes }: HealthEntry, now: Date): boolean {
  return now.getTime() - since.getTime() >= durationMinutes * minuteMs;
}

function persist(entry: HealthEntry, text: string | null, known: Problem | undefined, now: Date): Problem {
  const { identifier, category, severity, message } = entry;
  const said = { message: text ?? message, code: null, params: null };
  if (known?.activeSince) return { ...known, category, severity, ...said };
  // A clock that was set back must not put the end of the duration off for ever.
  const since = known && known.since <= now ? known.since : now;
  const activeSince = isOver(since, entry, now) ? now : null;
  const marks = { isIgnored: known?.isIgnored ?? false, isAlarmed: false };
  return { identifier, category, severity, ...said, since, activeSince, ...marks };
}

function failure(entry: HealthEntry, params: Problem['params'], known: Problem | undefined, now: Date): Problem {
  const fresh = { since: now, activeSince: now, isIgnored: false, isAlarmed: false };
  const said = { message: '', code: 'HEALTH_CHECK_FAILED', params };
  return {
    ...fresh,
    ...known,
    identifier: failureOf(entry.identifier),
    category: 'device',
    severity: 'warning',
    ...said,
  };
}

function nextOf(entry: HealthEntry, { results, now }: Evaluation, known: ReadonlyMap<string, Problem>): Problem[] {
  const { identifier, category, severity } = entry;
  const result = results.get(identifier);
  const problem = known.get(identifier);
  const failed = known.get(failureOf(identifier));
  const kept = problem ? [{ ...problem, category, severity }] : [];
  if (result === undefined) return failed ? [...kept, failed] : kept;
  if (result.outcome === 'well') return [];
  if (result.outcome === 'problem') return [persist(entry, result.text, problem, now)];
  return [...kept, failure(entry, result.params, failed, now)];
}

const isSame = (a: Problem, b: Problem) =>
  a.category === b.category &&
  a.severity === b.severity &&
  a.message === b.message &&
  a.code === b.code &&
  JSON.stringify(a.params) === JSON.stringify(b.params) &&
  a.since.getTime() === b.since.getTime() &&
  a.activeSince?.getTime() === b.activeSince?.getTime() &&
  a.isAlarmed === b.isAlarmed;

const nothing: Judgement = { problems: [], changed: [], removed: [], opened: [], closed: [], regraded: [] };

/** Whether no check reports a problem: the most frequent case by far, which needs no further work. */
function isAllWell({ results }: Evaluation): boolean {
  for (const { outcome } of results.values()) if (outcome !== 'well') return false;
  return true;
}

/**
 * What the answers of its checks come to for a device. Depends on nothing else, so that a replay of the same answers
 * gives the same problems. An alarm is open exactly while its problem is active, heeded and of a device that raises any.
 */
export function evaluate(evaluation: Evaluation): Judgement {
  const { entries, earlier, raisesAlarms } = evaluation;
  if (earlier.length === 0 && isAllWell(evaluation)) return nothing;
  const known = new Map(earlier.map((problem) => [problem.identifier, problem]));
  const current = new Map(entries.map((entry) => [entry.identifier, entry]));
  const problems: Problem[] = [];
  const changed: Problem[] = [];
  const opened: Problem[] = [];
  const closed: Problem[] = [];
  const regraded: Problem[] = [];
  for (const entry of current.values()) {
    for (const problem of nextOf(entry, evaluation, known)) {
      const before = known.get(problem.identifier);
      const isAlarmed = raisesAlarms && problem.activeSince !== null && !problem.isIgnored;
      const next = { ...problem, isAlarmed };
      known.delete(problem.identifier);
      problems.push(next);
      if (!before || !isSame(before, next)) changed.push(next);
      if (isAlarmed && !problem.isAlarmed) opened.push(next);
      else if (!isAlarmed && problem.isAlarmed) closed.push(next);
      else if (isAlarmed && (before?.severity !== next.severity || before.category !== next.category)) {
        regraded.push(next);
      }
    }
  }
  const removed = [...known.values()];
  closed.push(...removed.filter(({ isAlarmed }) => isAlarmed));
  return { problems, changed, removed, opened, closed, regraded };
}

export const [unknownHealth, okHealth, warningHealth, errorHealth] = [0, 1, 2, 3] as const;

/** By number, as devices and twins keep it. Pending and ignored problems don't count. */
export function healthOf(problems: readonly Problem[], isJudged: boolean): number {
  const counted = problems.filter(({ activeSince, isIgnored }) => activeSince !== null && !isIgnored);
  if (counted.some(({ severity }) => severity === 'error')) return errorHealth;
  if (counted.length > 0) return warningHealth;
  return isJudged ? okHealth : unknownHealth;
}
