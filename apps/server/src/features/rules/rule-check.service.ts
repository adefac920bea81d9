import { isDeepStrictEqual } from 'node:util';
import type { RuleDefinition, RuleFields } from '@stellwerk/contract/rule';
import { readsStates } from '@stellwerk/contract/state';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { may } from '../../platform/tenancy/may.ts';
import type { RuleCommandsPort, RuleEvaluator } from './ports.ts';
import type { TwinOfRule } from './rule.store.ts';
import { checkAliases, checkPurpose, pathOfScript } from './rule-check.ts';
import { dependOn, findComputed, findExisting, findZones } from './rule-edge.store.ts';
import { findNamedStates } from './rule-names.store.ts';

export interface RuleCheckDeps {
  evaluator: Pick<RuleEvaluator, 'check'>;
  commands: Pick<RuleCommandsPort, 'check'>;
}

const invalidAt = (path: string) => ({ issues: [{ path, code: 'invalid' as const, params: {} }] });

/** The centre of a circle is the place of its twin: without a place it has no area. */
async function checkZones(ctx: Ctx, { geofenceTriggers }: RuleDefinition): Promise<void> {
  const ids = new Set(geofenceTriggers.map(({ dtwinId }) => dtwinId));
  for (const { type, area, latitude, title } of await findZones(ctx.db, [...ids])) {
    const hasArea = area?.kind === 'polygon' || (area?.kind === 'circle' && latitude !== null);
    if (type !== 'zone' || !hasArea) fail('RULE_ZONE_WITHOUT_AREA', { title }, invalidAt('geofenceTriggers'));
  }
}

/** Aggregates computed by the rule must not feed its metrics: rule and aggregate would trigger each other. */
async function checkAggregates(ctx: Ctx, twin: TwinOfRule, definition: RuleDefinition): Promise<void> {
  const { metrics, aggregateTrigger } = definition;
  if (aggregateTrigger.length === 0) return;
  const existing = await findExisting(ctx.db, aggregateTrigger);
  const computed = new Map((await findComputed(ctx.db, aggregateTrigger)).map(({ id, twinId }) => [id, twinId]));
  for (const [index, id] of aggregateTrigger.entries()) {
    if (!existing.has(id)) continue;
    const twinId = computed.get(id) ?? fail('VALIDATION_ERROR', {}, invalidAt(`aggregateTrigger.${index}`));
    if (twinId !== twin.id) fail('DTWIN_STATE_NOT_FOUND');
  }
  const stateIds = metrics.map(({ stateId }) => stateId);
  if (await dependOn(ctx.db, stateIds, aggregateTrigger)) fail('DTWINSTATE_METRIC_CANNOT_TRIGGER_AGGREGATION');
}

/** Commands, conditions and alarms can expose the values of metrics, so the author must be allowed to read them. */
async function checkReadable(ctx: Ctx, { metrics }: RuleDefinition): Promise<void> {
  const states = await findNamedStates(ctx.db, new Set(metrics.map(({ stateId }) => stateId)));
  for (const { scopePath } of states.values()) {
    if (!may(ctx.actor, readsStates, scopePath)) fail('DTWIN_STATE_NOT_FOUND');
  }
}

export function createRuleChecks({ evaluator, commands }: RuleCheckDeps) {
  async function checkScripts(definition: RuleDefinition, { accountId }: TwinOfRule): Promise<void> {
    const broken = await evaluator.check(definition, accountId);
    if (!broken) return;
    const { alias, reason } = broken;
    fail('RULE_SCRIPT_INVALID', { alias: alias ?? 'conditions', reason }, invalidAt(pathOfScript(definition, alias)));
  }

  /**
   * Only checks changes: a rule whose states or zones were deleted can still be edited otherwise. Commands run with the
   * permissions of the last author, so they are checked whenever the behaviour of the rule may change.
   */
  return async (ctx: Ctx, twin: TwinOfRule, after: RuleFields, before?: RuleFields): Promise<void> => {
    const isNew = (...names: (keyof RuleFields)[]) =>
      !before || names.some((name) => !isDeepStrictEqual(before[name], after[name]));
    const { title: _title, description: _description, active: _active, ...definition } = after;
    const isOther = isNew(...(Object.keys(definition) as (keyof typeof definition)[]));
    const isSwitchedOn = after.active && before?.active === false;
    if (!isOther && !isSwitchedOn) return;
    if (isNew('metrics', 'conditions')) checkAliases(definition);
    if (isOther) checkPurpose(definition);
    if (isOther) await checkReadable(ctx, definition);
    if (isNew('geofenceTriggers')) await checkZones(ctx, definition);
    if (isNew('metrics', 'aggregateTrigger')) await checkAggregates(ctx, twin, definition);
    if (isNew('metrics', 'conditions')) await checkScripts(definition, twin);
    await commands.check(ctx, { twin, commands: definition.commands });
  };
}
