import type { RouteOutput } from '@stellwerk/contract/core/route';
import type { RuleDefinition } from '@stellwerk/contract/rule';
import type { listTwinRules, RuleRow } from '@stellwerk/contract/rule-calls';
import { readsStates } from '@stellwerk/contract/state';
import { statuses } from '@stellwerk/contract/twin';
import type { Ctx } from '../../platform/http/ctx.ts';
import { may } from '../../platform/tenancy/may.ts';
import { problemOf } from '../states/index.ts';
import { mayHere, seesTwins } from '../twins/index.ts';
import type { FoundRow, FoundRule, RuleSummary } from './rule.store.ts';
import { findNamedConnectors, findNamedStates, findNamedTwins } from './rule-names.store.ts';
import { type FoundMark, findMarks } from './shared/shared-rule.store.ts';

export type RuleWire = RouteOutput<typeof listTwinRules>['data'][number];

const isoOf = (at: Date | null) => at?.toISOString() ?? null;

const statusOf = (row: RuleSummary, ctx: Ctx): RuleWire['status'] => ({
  lastEvaluatedAt: isoOf(row.lastEvaluatedAt),
  lastExecutedAt: isoOf(row.lastExecutedAt),
  lastResult: row.lastResult,
  lastError: row.code === null ? null : problemOf(row.code, row.params ?? {}, ctx.language),
  evaluations: row.evaluations,
  executions: row.executions,
  errors: row.errors,
  nextAt: row.active ? isoOf(row.nextAt) : null,
  pausedUntil: isoOf(row.pausedUntil),
  limited: row.limited,
});

const sharedOf = ({ sharedRuleId, modelRevision }: RuleSummary, marks: ReadonlyMap<number, FoundMark>) => {
  const mark = sharedRuleId === null ? undefined : marks.get(sharedRuleId);
  if (!mark) return null;
  const { modelId, modelTwinId, tag, groupTitle, twins, openAlarms } = mark;
  const target =
    tag === null ? { kind: 'smartGroup' as const, name: groupTitle ?? '' } : { kind: 'tag' as const, name: tag };
  return { modelId, modelTwinId, isCopy: modelRevision !== null, target, twins, openAlarms };
};

const marksOf = (ctx: Ctx, rows: readonly RuleSummary[]) =>
  findMarks(ctx.db, [...new Set(rows.flatMap(({ sharedRuleId }) => sharedRuleId ?? []))]);

const summaryOf = (row: RuleSummary, ctx: Ctx, marks: ReadonlyMap<number, FoundMark>) => ({
  id: row.id,
  title: row.title,
  description: row.description,
  active: row.active,
  dtwinId: row.twinId,
  dtwinTitle: row.twinTitle,
  category: row.category,
  tenantId: row.accountId,
  tenantName: row.accountName,
  revision: row.revision,
  status: statusOf(row, ctx),
  openAlarm: row.openAlarm,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  shared: sharedOf(row, marks),
  abilities: {
    update: row.modelRevision === null && mayHere(ctx.actor, ['DigitalTwin.write', 'VirtualDevice.write'], row),
  },
});

export async function rowsToWire(ctx: Ctx, rows: readonly FoundRow[]): Promise<RuleRow[]> {
  const marks = await marksOf(ctx, rows);
  return rows.map((row) => toRow(row, ctx, marks));
}

const toRow = (row: FoundRow, ctx: Ctx, marks: ReadonlyMap<number, FoundMark>): RuleRow => ({
  ...summaryOf(row, ctx, marks),
  commandTypes: row.commandTypes,
  metricCount: row.metricCount,
  hasTimeTriggers: row.timeTriggers > 0,
  hasGeofences: row.geofences > 0,
  raisesAlarm: row.raisesAlarm,
  twinStatus: statuses[row.twinStatus] ?? 'unknown',
});

const stateIdsOf = ({ metrics, aggregateTrigger }: RuleDefinition) => [
  ...new Set([...metrics.map(({ stateId }) => stateId), ...aggregateTrigger]),
];

const twinIdsOf = ({ geofenceTriggers, commands }: RuleDefinition) => [
  ...new Set([
    ...geofenceTriggers.map(({ dtwinId }) => dtwinId),
    ...commands.flatMap(({ dtwinId }) => (dtwinId === null ? [] : [dtwinId])),
  ]),
];

const connectorIdsOf = ({ commands }: RuleDefinition) => [
  ...new Set(commands.flatMap(({ connectorId }) => (connectorId === null ? [] : [connectorId]))),
];

/** Rules for their page; the objects that they refer to are read for all rules at once. */
export async function rulesToWire(ctx: Ctx, rows: readonly FoundRule[]): Promise<RuleWire[]> {
  const all = <T>(idsOf: (definition: RuleDefinition) => T[]) => new Set(rows.flatMap((row) => idsOf(row.definition)));
  const states = await findNamedStates(ctx.db, all(stateIdsOf));
  const twins = await findNamedTwins(ctx.db, all(twinIdsOf));
  const connectors = await findNamedConnectors(ctx.db, ctx.actor, all(connectorIdsOf));
  const marks = await marksOf(ctx, rows);

  function namedState(stateId: number): RuleWire['states'][number] {
    const state = states.get(stateId);
    if (!state || !mayHere(ctx.actor, [readsStates, 'VirtualDevice.read'], state)) {
      const unknown = { key: null, title: null, unit: null, valueType: null, dtwinId: null, dtwinTitle: null };
      return { stateId, isGone: state === undefined, ...unknown };
    }
    const { key, title, unit, valueType, twinId, twinTitle } = state;
    return { stateId, isGone: false, key, title, unit, valueType, dtwinId: twinId, dtwinTitle: twinTitle };
  }

  function namedTwin(id: number): RuleWire['twins'][number] {
    const twin = twins.get(id);
    return { id, title: twin && may(ctx.actor, seesTwins, twin.scopePath) ? twin.title : null };
  }

  return rows.map((row) => ({
    ...summaryOf(row, ctx, marks),
    ...row.definition,
    states: stateIdsOf(row.definition).map(namedState),
    twins: twinIdsOf(row.definition).map(namedTwin),
    connectors: connectorIdsOf(row.definition).map((id) => {
      const connector = connectors.get(id);
      return { id, name: connector?.name ?? null, type: connector?.type ?? null };
    }),
    updatedBy: row.updatedBy,
  }));
}
