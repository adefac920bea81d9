import type { RuleExecution, RunMetric } from '@stellwerk/contract/rule-run';
import { readsStates } from '@stellwerk/contract/state';
import type { History, HistoryPoint } from '../../../platform/history/history.ts';
import type { Actor, Ctx } from '../../../platform/http/ctx.ts';
import { may } from '../../../platform/tenancy/may.ts';
import { type ExecutionOfAlarm, findCommandsDuring, findExecutionOfAlarm, withoutHidden } from '../../rules/index.ts';
import { problemOf } from '../../states/index.ts';
import type { FoundAlarm } from '../row.store.ts';
import { evidenceOf } from './evidence.ts';
import type { Explanation } from './explanation.ts';
import { type FoundState, findStates } from './state.store.ts';

const maxCommands = 200;

/** A metric with its state and its newest value, if they still exist. */
export interface Measured {
  metric: RunMetric;
  state: FoundState | undefined;
  point: HistoryPoint | undefined;
}

export interface RuleRun {
  run: ExecutionOfAlarm;
  measured: Measured[];
}

async function pointOf(history: History, { at }: RunMetric, series: number | undefined) {
  if (at === null || series === undefined) return undefined;
  const from = Date.parse(at);
  const [point] = await history.range({ series, from, to: from + 1, limit: 1, order: 'descending' });
  return point;
}

/** The execution that raised the alarm; null for other alarms, or if the execution was deleted. */
export async function readRun({ db }: Ctx, alarm: FoundAlarm, history: History): Promise<RuleRun | null> {
  if (alarm.origin !== 'rule') return null;
  const { executionId = null } = evidenceOf(alarm.evidence);
  const run = await findExecutionOfAlarm(db, alarm.originId, { alarmId: alarm.id, executionId });
  if (!run) return null;
  const stateIds = new Map((run.fields?.metrics ?? []).map(({ alias, stateId }) => [alias, stateId]));
  const found = await findStates(db, [...new Set(stateIds.values())]);
  const measured: Measured[] = [];
  for (const metric of run.metrics) {
    const state = found.get(stateIds.get(metric.alias) ?? 0);
    measured.push({ metric, state, point: await pointOf(history, metric, state?.id) });
  }
  return { run, measured };
}

/** Viewers of an alarm may see the states of its twin; states of other twins require permission. */
const isShown = (actor: Actor, alarm: FoundAlarm, state: FoundState) =>
  state.twinId === alarm.twinId || may(actor, readsStates, state.scopePath);

export function ruleToWire({ run, measured }: RuleRun, alarm: FoundAlarm, actor: Actor): Explanation['rule'] {
  const { title, revision, currentRevision, trigger, executionId, fields } = run;
  const shown = new Set(
    measured.flatMap(({ metric, state }) => (state && isShown(actor, alarm, state) ? metric.alias : [])),
  );
  const { metrics, conditions } = withoutHidden(run, (alias) => shown.has(alias));
  return {
    id: alarm.originId,
    title,
    revision,
    isOutdated: currentRevision > revision,
    trigger,
    metrics: measured.map(({ metric, state, point }, index) => ({
      ...(metrics[index] ?? metric),
      state:
        state && shown.has(metric.alias)
          ? { state: state.key, title: state.title, unit: state.unit, value: point?.value ?? null }
          : null,
    })),
    conditions,
    script: fields?.conditions.mode === 'script' ? fields.conditions.script : null,
    executionId,
  };
}

type Notified = RuleExecution['commands'][number] & { executionId: number };

/** Commands of the rule from the opening of the alarm until its end. */
export async function readNotified({ db, language }: Ctx, alarm: FoundAlarm, { run }: RuleRun): Promise<Notified[]> {
  const { executionId } = run;
  const span = { from: alarm.openedAt, to: alarm.resolvedAt };
  const rows = await findCommandsDuring(db, alarm.originId, { executionId, ...span, limit: maxCommands });
  return rows.map(({ command }) => ({
    type: command.type,
    state: command.state,
    at: command.at?.toISOString() ?? null,
    attempts: command.attempts,
    problem: command.code === null ? null : problemOf(command.code, command.params ?? {}, language),
    target: command.target,
    executionId: command.executionId,
  }));
}
