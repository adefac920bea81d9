import type { Db } from '../../../platform/db/db.ts';
import {
  findAlarmed,
  type NewAlarm,
  type NewEscalation,
  openAlarms,
  planEscalations,
  resolveAlarms,
} from '../../alarms/index.ts';
import { alarmOf, ruleAlarms } from './alarm.ts';
import { contextOf, type FireDeps, type Judged, type Step, type Track } from './evaluation-result.ts';
import { nameAlarms } from './record.store.ts';

const longestMessage = 1_000;

/** Alarms open when the conditions count as true, even if nothing is sent, and resolve when they no longer do. */
export async function planAlarms(db: Db, tracks: readonly Track[]): Promise<void> {
  const concerned = tracks.filter(({ rule, steps }) => {
    return rule.definition.alarm !== null && steps.some(({ decision }) => decision?.isOn != null);
  });
  const alarmed = await findAlarmed(
    db,
    ruleAlarms,
    concerned.map(({ rule }) => rule.id),
  );
  for (const { rule, steps } of concerned) {
    let isOpen = alarmed.has(rule.id);
    for (const step of steps) {
      const isOn = step.decision?.isOn;
      if (isOn === true && !isOpen) step.alarm = 'opens';
      else if (isOn === false && isOpen && rule.definition.alarm?.resolvesItself) step.alarm = 'ends';
      if (step.alarm) isOpen = step.alarm === 'opens';
    }
  }
}

function alarmBy({ judged, executionId }: Step, deps: FireDeps): NewAlarm | undefined {
  const { rule, shard, seq, atMs } = judged;
  const { alarm } = rule.definition;
  if (!alarm) return undefined;
  return {
    ...alarmOf(rule.id),
    accountId: rule.accountId,
    twinId: rule.twinId,
    category: alarm.category,
    severity: alarm.severity,
    message: deps.commands.render(alarm.message, contextOf(judged, deps)).slice(0, longestMessage),
    ...{ code: null, params: null },
    evidence: {
      ...{ executionId, revision: rule.revision, values: raisedValues(judged) },
      ...(shard > 0 ? { shard, seq } : {}),
    },
    openedAt: new Date(atMs),
  };
}

/** The alarms of a rule in chronological order; some are already resolved at the end of the transaction. */
function alarmsOf({ rule, steps }: Track, deps: FireDeps) {
  const opened: NewAlarm[] = [];
  let endedAt: Date | null = null;
  for (const step of steps) {
    const at = new Date(step.judged.atMs);
    const last = opened.at(-1);
    if (step.alarm === 'opens') opened.push(...[alarmBy(step, deps) ?? []].flat());
    else if (step.alarm === 'ends' && last) last.resolvedAt = at;
    else if (step.alarm === 'ends') endedAt = at;
  }
  return { ruleId: rule.id, opened, endedAt };
}

function escalationsOf({ rule, steps }: Track, alarmIds: ReadonlyMap<number, number>): NewEscalation[] {
  const { escalations = [] } = rule.definition.alarm ?? {};
  return steps.flatMap(({ alarm, executionId, judged }) => {
    const alarmId = alarm === 'opens' && executionId !== null ? alarmIds.get(executionId) : undefined;
    if (alarmId === undefined) return [];
    return escalations.map(({ afterMinutes, to }, position) => ({
      ...{ alarmId, position, recipients: to },
      dueAt: new Date(judged.atMs + afterMinutes * 60_000),
    }));
  });
}

/** The values that users compare with the current ones: short values of plain metrics. */
function raisedValues({ rule, evaluation }: Judged) {
  return (evaluation?.metrics ?? []).flatMap(({ alias, value }) => {
    const metric = rule.metrics.find((each) => each.alias === alias);
    const isPlain = metric?.state && metric.need.minutes === null && metric.need.count === 1 && !metric.script;
    return isPlain && typeof value !== 'object' ? [{ stateId: metric.stateId, value }] : [];
  });
}

/** Writes the planned alarms. Must run after the records, which the alarms refer to. */
export async function raiseAlarms(db: Db, tracks: readonly Track[], deps: FireDeps): Promise<void> {
  const changes = tracks.map((track) => alarmsOf(track, deps));
  for (const [time, ended] of Map.groupBy(changes, ({ endedAt }) => endedAt?.getTime())) {
    if (time === undefined) continue;
    const subjects = ended.map(({ ruleId }) => alarmOf(ruleId));
    await resolveAlarms(db, subjects, new Date(time));
  }
  const { opened } = await openAlarms(
    db,
    changes.flatMap((change) => change.opened),
  );
  const pairs = opened.flatMap(({ id: alarmId, evidence: { executionId } }) =>
    typeof executionId === 'number' ? [{ executionId, alarmId }] : [],
  );
  await nameAlarms(db, pairs);
  const byExecution = new Map(pairs.map(({ executionId, alarmId }) => [executionId, alarmId]));
  await planEscalations(
    db,
    tracks.flatMap((track) => escalationsOf(track, byExecution)),
  );
}
