import { createHash } from 'node:crypto';
import type { HealthEntry } from '@stellwerk/contract/health';
import type { Db, LazyDb } from '../../platform/db/db.ts';
import type { History, JsonValue } from '../../platform/history/history.ts';
import { type AlarmSubject, type NewAlarm, openAlarms, regradeAlarms, resolveAlarms } from '../alarms/index.ts';
import { refreshTwinStatuses } from '../states/index.ts';
import { setTwinHealths } from '../twins/index.ts';
import type { CheckCall, Checks } from './checks.ts';
import { type CheckResult, evaluate, failureOf, type HealthResult, healthOf, type Problem } from './evaluate.ts';
import type { HealthSubject } from './ports.ts';
import { readProblems, removeProblems, type StoredProblem, writeProblems } from './problem.store.ts';
import { prepareCalls } from './script-calls.ts';
import type { StoredHealth } from './stored-health.ts';

export interface HealthOutcome {
  twinId: number;
  /** 0 unknown, 1 ok, 2 warning, 3 error, 4 invalid. */
  health: number;
  isChanged: boolean;
  problems: readonly Problem[];
}

export const alarmOrigin = 'health';

/** Temporarily inactive and decommissioned devices raise no alarms. */
export const raisesAlarms = ({ operationalStatus }: Pick<HealthSubject, 'operationalStatus'>) => operationalStatus < 4;

const subjectOf = ({ twinId, identifier }: StoredProblem): AlarmSubject => ({
  origin: alarmOrigin,
  originId: twinId,
  identifier,
});

const maxEvidenceLength = 2_000;

/** Identifies the version of a check; the full text is too long to store with every alarm. */
export const revisionOf = (entry: HealthEntry) =>
  createHash('sha256').update(JSON.stringify(entry)).digest('base64url').slice(0, 12);

type Subject = Pick<HealthSubject, 'driverVersionId'>;

function evidenceOf({ driverVersionId }: Subject, entry: HealthEntry | undefined, call: CheckCall | undefined) {
  if (!entry) return {};
  const { durationMinutes } = entry;
  const version = driverVersionId == null ? {} : { driverVersionId };
  const [values, lastSeenMs] = call?.input ?? [{}, null];
  const kept = Object.entries(values).filter(([, value]) => JSON.stringify(value).length <= maxEvidenceLength);
  const lastSeenAt = lastSeenMs === null ? null : new Date(lastSeenMs).toISOString();
  return { values: Object.fromEntries(kept), lastSeenAt, durationMinutes, revision: revisionOf(entry), ...version };
}

export interface EvaluatedDevice {
  subject: HealthSubject;
  result: HealthResult;
  calls: readonly CheckCall[];
}

function alarmOf({ subject, calls }: EvaluatedDevice, problem: Problem, now: Date): NewAlarm {
  const { twinId, accountId, entries } = subject;
  const isOwn = ({ identifier }: { identifier: string }) =>
    identifier === problem.identifier || failureOf(identifier) === problem.identifier;
  const { identifier, category, severity, message, code, params } = problem;
  const evidence = evidenceOf(subject, entries.findLast(isOwn), calls.findLast(isOwn));
  const what = { origin: alarmOrigin, originId: twinId, identifier, category, severity, message, code, params };
  return { ...what, accountId, twinId, evidence, openedAt: now };
}

/** Writes changes in a few statements for all devices, or none. */
async function storeResults(db: Db, evaluated: readonly EvaluatedDevice[], now: Date): Promise<void> {
  const collect = (kind: 'changed' | 'removed' | 'closed' | 'regraded') =>
    evaluated.flatMap(({ subject: { twinId }, result }) => result[kind].map((problem) => ({ ...problem, twinId })));
  const opening = evaluated.flatMap((each) => each.result.opened.map((problem) => alarmOf(each, problem, now)));
  const { refusedTwinIds } = await openAlarms(db, opening);
  const changed = collect('changed').map((problem) =>
    refusedTwinIds.has(problem.twinId) ? { ...problem, isAlarmed: false } : problem,
  );
  await writeProblems(db, changed);
  await removeProblems(db, collect('removed'));
  await resolveAlarms(db, collect('closed').map(subjectOf), now);
  const regraded = collect('regraded').map((problem) => ({ ...problem, ...subjectOf(problem) }));
  await regradeAlarms(db, regraded);
}

type Finding = Pick<HealthOutcome, 'twinId' | 'health'>;

/** A twin shows the worst of its health and its states. Returns the twins whose health has changed. */
export async function spreadHealth(db: Db, findings: readonly Finding[]): Promise<Set<number>> {
  const changedIds = await setTwinHealths(db, findings);
  if (changedIds.length > 0) await refreshTwinStatuses(db, changedIds);
  return new Set(changedIds);
}

/** Stores the results and returns the health of each device. */
export async function conclude(db: Db, evaluated: readonly EvaluatedDevice[], storedHealth: StoredHealth, now: Date) {
  await storeResults(db, evaluated, now);
  const findings = evaluated.map(({ subject: { twinId, lastSeenAt, entries }, result: { problems } }) => {
    return { twinId, health: healthOf(problems, lastSeenAt !== null || entries.length > 0), problems };
  });
  storedHealth.forgetOld();
  const doubtful = findings.filter(({ twinId, health }, index) => {
    const result = evaluated[index]?.result;
    const isSame = result?.changed.length === 0 && result.removed.length === 0;
    return !isSame || !storedHealth.has(twinId, health);
  });
  const changedIds = doubtful.length > 0 ? await spreadHealth(db, doubtful) : new Set<number>();
  for (const { twinId, health } of doubtful) if (!changedIds.has(twinId)) storedHealth.add(twinId, health);
  return findings.map((finding): HealthOutcome => ({ ...finding, isChanged: changedIds.has(finding.twinId) }));
}

export interface EvaluationOptions {
  /** Newest values by state, if the caller has them; missing ones are read. */
  values?: ReadonlyMap<number, JsonValue>;
}

/** A check of the device replaces the driver's check with the same identifier. */
function withUniqueEntries(subject: HealthSubject): HealthSubject {
  if (subject.entries.length < 2) return subject;
  const entries = new Map(subject.entries.map((entry) => [entry.identifier, entry]));
  return entries.size === subject.entries.length ? subject : { ...subject, entries: [...entries.values()] };
}

const nothing: ReadonlyMap<number, JsonValue> = new Map();

interface EvaluationDeps {
  checks: Checks;
  history: History;
  storedHealth: StoredHealth;
}

export function createDeviceEvaluation({ checks, history, storedHealth }: EvaluationDeps) {
  return async function evaluateDevices(
    turn: LazyDb,
    devices: readonly HealthSubject[],
    now: Date,
    { values = nothing }: EvaluationOptions = {},
  ): Promise<HealthOutcome[]> {
    if (devices.length === 0) return [];
    const subjects = devices.map(withUniqueEntries);
    const twinIds = subjects.map(({ twinId }) => twinId);
    const calls = await prepareCalls(turn, subjects, { history, checks, now, values });
    const asked = checks.run(calls, now.getTime());
    const [problems] = await Promise.all([Promise.resolve(turn).then((db) => readProblems(db, twinIds)), asked]);
    // Calls are in the order of the devices and their checks.
    let next = 0;
    const evaluated = subjects.map((subject): EvaluatedDevice => {
      const own = calls.slice(next, next + subject.entries.length);
      next += own.length;
      const results = new Map<string, CheckResult>();
      for (const { identifier, result } of own) if (result) results.set(identifier, result);
      const earlier = problems.get(subject.twinId) ?? [];
      const { entries } = subject;
      const result = evaluate({ entries, results, earlier, now, raisesAlarms: raisesAlarms(subject) });
      return { subject, result, calls: own };
    });
    return conclude(await turn, evaluated, storedHealth, now);
  };
}
