import { isDeepStrictEqual } from 'node:util';
import type { RouteInput, RouteOutput } from '@stellwerk/contract/core/route';
import { type RuleFields, ruleLimits } from '@stellwerk/contract/rule';
import type {
  listCommandConnectors,
  listRuleOverview,
  listRuleRevisions,
  listRules,
  readRuleFigures,
  updateRule,
} from '@stellwerk/contract/rule-calls';
import type { Clock } from '../../platform/clock/clock.ts';
import { violates } from '../../platform/db/violates.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { ruleSaved, rulesRemoved } from './engine/saved.ts';
import { readFigures } from './figures.store.ts';
import type { RuleCommandsPort } from './ports.ts';
import * as store from './rule.store.ts';
import { createRuleChecks, type RuleCheckDeps } from './rule-check.service.ts';
import { findStatesByKey, replaceRuleStates } from './rule-edge.store.ts';
import { findMonitored, findOverview } from './rule-list.store.ts';
import { type RuleWire, rulesToWire, toRow } from './rule-mapper.ts';
import { findCommandConnectors } from './rule-names.store.ts';

export interface RuleServiceDeps extends RuleCheckDeps {
  commands: Pick<RuleCommandsPort, 'kinds' | 'check' | 'statesOf'>;
  clock: Clock;
}

export interface RulePlace {
  twinId: number;
  ruleId: number;
}

/**
 * The path names a twin and a rule, which are authorised separately, so it must be checked that they belong together.
 */
export async function ruleOf(ctx: Ctx, { twinId, ruleId }: RulePlace): Promise<store.FoundRule> {
  const found = await store.findRule(ctx.db, ruleId);
  return found?.twinId === twinId ? found : fail('RULE_NOT_FOUND');
}

type Revisions = RouteOutput<typeof listRuleRevisions>['data'];
type Change = RouteInput<typeof updateRule>['body'];

const fieldsOf = ({
  title,
  description,
  active,
  definition,
}: Pick<store.FoundRule, 'title' | 'description' | 'active' | 'definition'>): RuleFields => ({
  title,
  description,
  active,
  ...definition,
});

export function createRuleService(deps: RuleServiceDeps) {
  const { commands, clock } = deps;
  const check = createRuleChecks(deps);

  async function toWire(ctx: Ctx, place: RulePlace): Promise<RuleWire> {
    const [rule] = await rulesToWire(ctx, [await ruleOf(ctx, place)]);
    return rule ?? fail('RULE_NOT_FOUND');
  }

  /** Updates everything that depends on the fields of a rule. */
  async function settle(ctx: Ctx, { twinId, ruleId }: RulePlace, fields: RuleFields, now: Date): Promise<void> {
    const places = fields.commands.flatMap((command) => commands.statesOf(command, twinId));
    const edges = {
      metric: [...new Set(fields.metrics.map(({ stateId }) => stateId))],
      aggregate: [...new Set(fields.aggregateTrigger)],
      command: await findStatesByKey(ctx.db, places),
    };
    await replaceRuleStates(ctx.db, ruleId, edges).catch((error: unknown) => {
      // A state was deleted since it was checked.
      if (violates(error, 'rule_states_state_id_states_id_fk')) fail('DTWIN_STATE_NOT_FOUND');
      throw error;
    });
    await ruleSaved(ctx.db, { ruleId, now });
  }

  return {
    async listOfTwin(ctx: Ctx, twinId: number): Promise<RuleWire[]> {
      return rulesToWire(ctx, await store.findTwinRules(ctx.db, twinId));
    },

    async overview(ctx: Ctx, twinId: number, query: RouteInput<typeof listRuleOverview>['query']) {
      const { rows, ...total } = await findOverview(ctx.db, ctx.actor, twinId, query);
      return { data: rows.map((row) => toRow(row, ctx)), ...total, offset: query.offset, limit: query.limit };
    },

    async monitor(ctx: Ctx, query: RouteInput<typeof listRules>['query']) {
      const { rows, ...total } = await findMonitored(ctx.db, ctx.actor, query, clock.now());
      return { data: rows.map((row) => toRow(row, ctx)), ...total, offset: query.offset, limit: query.limit };
    },

    figures: (ctx: Ctx, { tenantId }: RouteInput<typeof readRuleFigures>['query']) =>
      readFigures(ctx.db, ctx.actor, { tenantId, now: clock.now() }),

    async create(ctx: Ctx, twinId: number, fields: RuleFields): Promise<RuleWire> {
      const twin = (await store.findTwinOfRule(ctx.db, twinId)) ?? fail('DTWIN_NOT_FOUND');
      await check(ctx, twin, fields);
      await store.lockRulesOf(ctx.db, twinId);
      if ((await store.countRules(ctx.db, twinId)) >= ruleLimits.rules) {
        fail('RULE_TOO_MANY', { limit: ruleLimits.rules });
      }
      const now = clock.now();
      const author = { userId: ctx.actor.userId, now };
      const ruleId = await store.insertRule(ctx.db, twinId, fields, author).catch((error: unknown) => {
        if (violates(error, 'twin_rules_twin_id_twins_id_fk')) fail('DTWIN_NOT_FOUND');
        throw error;
      });
      await settle(ctx, { twinId, ruleId }, fields, now);
      ctx.activity.objects.push({ noun: 'rule', id: ruleId });
      ctx.activity.details = { title: fields.title };
      return toWire(ctx, { twinId, ruleId });
    },

    /** An update without changes keeps the revision; activating and deactivating count as changes. */
    async update(ctx: Ctx, place: RulePlace, { basedOn, ...change }: Change): Promise<RuleWire> {
      const twin = (await store.findTwinOfRule(ctx.db, place.twinId)) ?? fail('DTWIN_NOT_FOUND');
      const rule = await store.lockRule(ctx.db, place.ruleId);
      if (rule?.twinId !== place.twinId) return fail('RULE_NOT_FOUND');
      if (basedOn !== undefined && basedOn !== rule.revision) fail('RULE_CHANGED_MEANWHILE');
      const before = fieldsOf(rule);
      const after = { ...before, ...change };
      ctx.activity.details = { title: after.title };
      if (isDeepStrictEqual(before, after)) return toWire(ctx, place);
      await check(ctx, twin, after, before);
      const now = clock.now();
      await store.changeRule(ctx.db, rule, after, { userId: ctx.actor.userId, now });
      await settle(ctx, place, after, now);
      return toWire(ctx, place);
    },

    async remove(ctx: Ctx, place: RulePlace): Promise<void> {
      const rule = await store.lockRule(ctx.db, place.ruleId);
      if (rule?.twinId !== place.twinId) return fail('RULE_NOT_FOUND');
      await rulesRemoved(ctx.db, [place.ruleId], clock.now());
      await store.deleteRule(ctx.db, place.ruleId);
      ctx.activity.details = { title: rule.title };
    },

    async resume(ctx: Ctx, place: RulePlace): Promise<RuleWire> {
      const { title } = await ruleOf(ctx, place);
      await store.resumeRule(ctx.db, place.ruleId);
      ctx.activity.details = { title };
      return toWire(ctx, place);
    },

    commandKinds: commands.kinds.all,

    /** Connectors that commands of this type on the twin can be sent through. */
    async commandConnectors(ctx: Ctx, twinId: number, query: RouteInput<typeof listCommandConnectors>['query']) {
      const { type, search } = query;
      const kind = commands.kinds.find(type) ?? fail('RULE_COMMAND_UNKNOWN', { type });
      const { accountId } = (await store.findTwinOfRule(ctx.db, twinId)) ?? fail('DTWIN_NOT_FOUND');
      return findCommandConnectors(ctx.db, { accountId, types: kind.connectorTypes, search });
    },

    async revisions(ctx: Ctx, place: RulePlace): Promise<Revisions> {
      await ruleOf(ctx, place);
      const rows = await store.findRevisions(ctx.db, place.ruleId);
      return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
    },
  };
}
export type RuleService = ReturnType<typeof createRuleService>;
