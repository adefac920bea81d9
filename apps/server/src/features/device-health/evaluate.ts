import type { HealthEntry } from '@stellwerk/contract/health';

export interface Problem {
  identifier: string;
  category: HealthEntry['category'];
  severity: HealthEntry['severity'];
  message: string;
  code: string | null;
  params: Record<string, string | number> | null;
  since: Date;
  /** Null while pending, until the duration of the check is over. */
  activeSince: Date | null;
  isIgnored: boolean;
  isAlarmed: boolean;
}

/** Result of a check; `text` is null if the check returned no text. */
export type CheckResult =
  | { outcome: 'well' }
  | { outcome: 'problem'; text: string | null }
  | { outcome: 'failed'; params: Record<string, string | number> };

export interface Evaluation {
  entries: readonly HealthEntry[];
  /** Results by identifier. A check that could not run is absent and keeps its previous problem. */
  results: ReadonlyMap<string, CheckResult>;
  earlier: readonly Problem[];
  now: Date;
  raisesAlarms: boolean;
}

export interface HealthResult {
  problems: readonly Problem[];
  changed: readonly Problem[];
  removed: readonly Problem[];
  /** Alarms to open, to resolve, and to change in severity. */
  opened: readonly Problem[];
  closed: readonly Problem[];
  regraded: readonly Problem[];
}

/** Identifier of the problem that a check itself failed. Checks can't use this name. */
export const failureOf = (identifier: string) => `${identifier}.failed`;

const failureCode = 'HEALTH_CHECK_FAILED';

const minuteMs = 60_000;

function isOver(since: Date, { durationMinutes }: HealthEntry, now: Date): boolean {
  return now.getTime() - since.getTime() >= durationMinutes * minuteMs;
}

function persist(entry: HealthEntry, text: string | null, known: Problem | undefined, now: Date): Problem {
  const { identifier, category, severity, message } = entry;
  const said = { message: text ?? message, code: null, params: null };
  if (known?.activeSince) return { ...known, category, severity, ...said };
  // If the clock was set back, the duration starts over instead of never ending.
  const since = known && known.since <= now ? known.since : now;
  const activeSince = isOver(since, entry, now) ? now : null;
  const marks = { isIgnored: known?.isIgnored ?? false, isAlarmed: false };
  return { identifier, category, severity, ...said, since, activeSince, ...marks };
}

function failure(entry: HealthEntry, params: Problem['params'], known: Problem | undefined, now: Date): Problem {
  const fresh = { since: now, activeSince: now, isIgnored: false, isAlarmed: false };
  const said = { message: '', code: failureCode, params };
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

const nothing: HealthResult = { problems: [], changed: [], removed: [], opened: [], closed: [], regraded: [] };

/** Whether no check reports a problem: the most frequent case by far, which needs no further work. */
function isAllWell({ results }: Evaluation): boolean {
  for (const { outcome } of results.values()) if (outcome !== 'well') return false;
  return true;
}

/**
 * Computes problems and alarms of a device from the results of its checks. Pure, so that a replay gives the same
 * problems. An alarm is open while its problem is active and not ignored, and the device raises alarms.
 */
export function evaluate(evaluation: Evaluation): HealthResult {
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

export const [unknownHealth, okHealth, warningHealth, errorHealth, invalidHealth] = [0, 1, 2, 3, 4] as const;

/** Health as a number, as devices and twins store it. Pending and ignored problems don't count. */
export function healthOf(problems: readonly Problem[], isEvaluated: boolean): number {
  const counted = problems.filter(({ activeSince, isIgnored }) => activeSince !== null && !isIgnored);
  if (counted.some(({ severity }) => severity === 'error')) return errorHealth;
  if (counted.some(({ code }) => code !== failureCode)) return warningHealth;
  if (counted.length > 0) return invalidHealth;
  return isEvaluated ? okHealth : unknownHealth;
}
