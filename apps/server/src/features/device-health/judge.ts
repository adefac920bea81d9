import { createHash } from 'node:crypto';
import type { HealthEntry } from '@stellwerk/contract/health';
import type { Db, LazyDb } from '../../platform/db/db.ts';
import type { History, JsonValue } from '../../platform/history/history.ts';
import { type AlarmSubject, type NewAlarm, openAlarms, regradeAlarms, resolveAlarms } from '../alarms/index.ts';
import { refreshTwinStatuses } from '../states/index.ts';
import { setTwinHealths } from '../twins/index.ts';
import type { CheckCall, Checks } from './checks.ts';
import type { Confirmed } from './confirmed.ts';
import { type CheckResult, evaluate, failureOf, healthOf, type Judgement, type Problem } from './evaluate.ts';
import type { HealthSubject } from './ports.ts';
import { readProblems, removeProblems, type StoredProblem, writeProblems } from './problem.store.ts';
import { prepareCalls } from './script-calls.ts';

export interface HealthOutcome {
  twinId: number;
  /** 0 unknown, 1 ok, 2 warning, 3 error. */
  health: number;
  /** It was another before. */
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

/** Tells later which form of a check it was; the text itself is too long to be kept with every alarm. */
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

/** A device with what was found out about it. */
export interface Judged {
  subject: HealthSubject;
  judgement: Judgement;
  calls: readonly CheckCall[];
}

function alarmOf({ subject, calls }: Judged, problem: Problem, now: Date): NewAlarm {
  const { twinId, accountId, entries } = subject;
  const isOwn = ({ identifier }: { identifier: string }) =>
    identifier === problem.identifier || failureOf(identifier) === problem.identifier;
  const { identifier, category, severity, message, code, params } = problem;
  const evidence = evidenceOf(subject, entries.findLast(isOwn), calls.findLast(isOwn));
  const what = { origin: alarmOrigin, originId: twinId, identifier, category, severity, message, code, params };
  return { ...what, accountId, twinId, evidence, openedAt: now };
}

/** Writes what has changed: a handful of statements for all devices, none where nothing did. */
async function keepJudgements(db: Db, judged: readonly Judged[], now: Date): Promise<void> {
  const collect = (kind: 'changed' | 'removed' | 'closed' | 'regraded') =>
    judged.flatMap(({ subject: { twinId }, judgement }) => judgement[kind].map((problem) => ({ ...problem, twinId })));
  const opening = judged.flatMap((each) => each.judgement.opened.map((problem) => alarmOf(each, problem, now)));
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

/** The worst of its health and its states is what a twin shows. Answers the twins whose health is new. */
export async function spreadHealth(db: Db, findings: readonly Finding[]): Promise<Set<number>> {
  const changedIds = await setTwinHealths(db, findings);
  if (changedIds.length > 0) await refreshTwinStatuses(db, changedIds);
  return new Set(changedIds);
}

/** Keeps what was found out, and answers what it comes to. */
export async function conclude(db: Db, judged: readonly Judged[], confirmed: Confirmed, now: Date) {
  await keepJudgements(db, judged, now);
  const findings = judged.map(({ subject: { twinId, lastSeenAt, entries }, judgement: { problems } }) => {
    return { twinId, health: healthOf(problems, lastSeenAt !== null || entries.length > 0), problems };
  });
  confirmed.forgetOld();
  const doubtful = findings.filter(({ twinId, health }, index) => {
    const judgement = judged[index]?.judgement;
    const isSame = judgement?.changed.length === 0 && judgement.removed.length === 0;
    return !isSame || !confirmed.has(twinId, health);
  });
  const changedIds = doubtful.length > 0 ? await spreadHealth(db, doubtful) : new Set<number>();
  for (const { twinId, health } of doubtful) if (!changedIds.has(twinId)) confirmed.add(twinId, health);
  return findings.map((finding): HealthOutcome => ({ ...finding, isChanged: changedIds.has(finding.twinId) }));
}

export interface JudgeOptions {
  /** Newest values that the caller has at hand, by state; others are read. */
  values?: ReadonlyMap<number, JsonValue>;
}

/** A device's own check takes the place of its driver's with the same identifier. */
function withUniqueEntries(subject: HealthSubject): HealthSubject {
  if (subject.entries.length < 2) return subject;
  const entries = new Map(subject.entries.map((entry) => [entry.identifier, entry]));
  return entries.size === subject.entries.length ? subject : { ...subject, entries: [...entries.values()] };
}

const nothing: ReadonlyMap<number, JsonValue> = new Map();

interface JudgeDeps {
  checks: Checks;
  history: History;
  confirmed: Confirmed;
}

export function createJudge({ checks, history, confirmed }: JudgeDeps) {
  return async function judge(
    turn: LazyDb,
    devices: readonly HealthSubject[],
    now: Date,
    { values = nothing }: JudgeOptions = {},
  ): Promise<HealthOutcome[]> {
    if (devices.length === 0) return [];
    const subjects = devices.map(withUniqueEntries);
    const twinIds = subjects.map(({ twinId }) => twinId);
    const calls = await prepareCalls(turn, subjects, { history, checks, now, values });
    const asked = checks.run(calls, now.getTime());
    const [problems] = await Promise.all([Promise.resolve(turn).then((db) => readProblems(db, twinIds)), asked]);
    // Calls stand in the order of the devices and their checks.
    let next = 0;
    const judged = subjects.map((subject): Judged => {
      const own = calls.slice(next, next + subject.entries.length);
      next += own.length;
      const results = new Map<string, CheckResult>();
      for (const { identifier, result } of own) if (result) results.set(identifier, result);
      const earlier = problems.get(subject.twinId) ?? [];
      const { entries } = subject;
      const judgement = evaluate({ entries, results, earlier, now, raisesAlarms: raisesAlarms(subject) });
      return { subject, judgement, calls: own };
    });
    return conclude(await turn, judged, confirmed, now);
  };
}
