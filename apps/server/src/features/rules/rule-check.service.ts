import { isDeepStrictEqual } from 'node:util';
import type { RuleDefinition, RuleFields } from '@stellwerk/contract/rule';
import { readsStates } from '@stellwerk/contract/state';
import { fail } from '../../platform/errors/app-error.ts';
import { may } from '../../platform/tenancy/may.ts';
import { mayHere } from '../twins/index.ts';
import type { CheckCtx } from './commands/index.ts';
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

/**
 * Zones of a copied rule passed no gate, so the author's permission is checked here. The centre of a circle is the place
 * of its twin: without a place it has no area.
 */
async function checkZones(ctx: CheckCtx, { geofenceTriggers }: RuleDefinition): Promise<void> {
  const ids = new Set(geofenceTriggers.map(({ dtwinId }) => dtwinId));
  for (const { type, area, latitude, title, scopePath } of await findZones(ctx.db, [...ids])) {
    if (!may(ctx.actor, 'DigitalTwin.read', scopePath)) fail('DTWIN_NOT_FOUND');
    const hasArea = area?.kind === 'polygon' || (area?.kind === 'circle' && latitude !== null);
    if (type !== 'zone' || !hasArea) fail('RULE_ZONE_WITHOUT_AREA', { title }, invalidAt('geofenceTriggers'));
  }
}

/** Aggregates computed by the rule must not feed its metrics: rule and aggregate would trigger each other. */
async function checkAggregates(ctx: CheckCtx, twin: TwinOfRule, definition: RuleDefinition): Promise<void> {
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
async function checkReadable(ctx: CheckCtx, { metrics }: RuleDefinition): Promise<void> {
  const states = await findNamedStates(ctx.db, new Set(metrics.map(({ stateId }) => stateId)));
  for (const state of states.values()) {
    if (!mayHere(ctx.actor, [readsStates, 'VirtualDevice.read'], state)) fail('DTWIN_STATE_NOT_FOUND');
  }
}

const aliasesOf = ({ metrics }: Pick<RuleFields, 'metrics'>) => metrics.map(({ alias }) => alias);

export function createRuleChecks({ evaluator, commands }: RuleCheckDeps) {
  async function checkScripts(definition: RuleDefinition, { accountId }: TwinOfRule): Promise<void> {
    const broken = await evaluator.check(definition, accountId);
    if (!broken) return;
    const { alias, reason } = broken;
    fail('RULE_SCRIPT_INVALID', { alias: alias ?? 'conditions', reason }, invalidAt(pathOfScript(definition, alias)));
  }

  return {
    /**
     * Only checks changes: a rule whose states or zones were deleted can still be edited otherwise. Commands run with
     * the permissions of the last author, so they are checked whenever the behaviour of the rule may change.
     */
    async saved(ctx: CheckCtx, twin: TwinOfRule, after: RuleFields, before?: RuleFields): Promise<void> {
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
      await commands.check(ctx, { twin, commands: definition.commands, aliases: aliasesOf(definition) });
    },

    /** A copy has the scripts and conditions of a rule that was checked when it was saved. */
    async copied(ctx: CheckCtx, twin: TwinOfRule, fields: RuleFields): Promise<void> {
      const { title: _title, description: _description, active: _active, ...definition } = fields;
      checkPurpose(definition);
      await checkReadable(ctx, fields);
      await checkZones(ctx, fields);
      await checkAggregates(ctx, twin, fields);
      await commands.check(ctx, { twin, commands: fields.commands, aliases: aliasesOf(fields) });
    },
  };
}
export type RuleChecks = ReturnType<typeof createRuleChecks>;
