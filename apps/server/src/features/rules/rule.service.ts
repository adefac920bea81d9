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
import { rulesRemoved } from './engine/saved.ts';
import { readFigures } from './figures.store.ts';
import type { RuleCommandsPort, RuleLock } from './ports.ts';
import * as store from './rule.store.ts';
import type { RuleChecks } from './rule-check.service.ts';
import { findMonitored, findOverview } from './rule-list.store.ts';
import { type RuleWire, rowsToWire, rulesToWire } from './rule-mapper.ts';
import { findCommandConnectors } from './rule-names.store.ts';
import type { SettleRule } from './rule-settle.service.ts';
import type { SharingService } from './shared/sharing.service.ts';

interface RuleServiceDeps {
  check: RuleChecks;
  settle: SettleRule;
  commands: Pick<RuleCommandsPort, 'kinds'>;
  clock: Clock;
  mailTransport(accountId: number): Promise<unknown>;
  locks: () => readonly RuleLock[];
  sharing: Pick<SharingService, 'followModel' | 'requireNoCopy' | 'end'>;
}

export interface RulePlace {
  twinId: number;
  ruleId: number;
}

/** The path contains a twin and a rule that were authorised separately, so check that they belong together. */
export async function ruleOf(ctx: Ctx, { twinId, ruleId }: RulePlace): Promise<store.FoundRule> {
  const found = await store.findRule(ctx.db, ruleId);
  return found?.twinId === twinId ? found : fail('RULE_NOT_FOUND');
}

type Revisions = RouteOutput<typeof listRuleRevisions>['data'];
type Change = RouteInput<typeof updateRule>['body'];

export function createRuleService(deps: RuleServiceDeps) {
  const { commands, clock, check, settle, mailTransport, sharing, locks } = deps;

  async function requireUnlocked({ db }: Ctx, ruleId: number): Promise<void> {
    for (const lock of locks()) await lock(db, ruleId);
  }

  async function toWire(ctx: Ctx, place: RulePlace): Promise<RuleWire> {
    const [rule] = await rulesToWire(ctx, [await ruleOf(ctx, place)]);
    return rule ?? fail('RULE_NOT_FOUND');
  }

  return {
    async listOfTwin(ctx: Ctx, twinId: number): Promise<RuleWire[]> {
      return rulesToWire(ctx, await store.findTwinRules(ctx.db, twinId));
    },

    async overview(ctx: Ctx, twinId: number, query: RouteInput<typeof listRuleOverview>['query']) {
      const { rows, ...total } = await findOverview(ctx.db, ctx.actor, twinId, query);
      return { data: await rowsToWire(ctx, rows), ...total, offset: query.offset, limit: query.limit };
    },

    async monitor(ctx: Ctx, query: RouteInput<typeof listRules>['query']) {
      const { rows, ...total } = await findMonitored(ctx.db, ctx.actor, query, clock.now());
      return { data: await rowsToWire(ctx, rows), ...total, offset: query.offset, limit: query.limit };
    },

    figures: (ctx: Ctx, { tenantId }: RouteInput<typeof readRuleFigures>['query']) =>
      readFigures(ctx.db, ctx.actor, { tenantId, now: clock.now() }),

    async create(ctx: Ctx, twinId: number, fields: RuleFields): Promise<RuleWire> {
      const twin = (await store.findTwinOfRule(ctx.db, twinId)) ?? fail('DTWIN_NOT_FOUND');
      await check.saved(ctx, twin, fields);
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
      await settle(ctx.db, { twinId, ruleId, fields, now });
      ctx.activity.objects.push({ noun: 'rule', id: ruleId });
      ctx.activity.details = { title: fields.title };
      return toWire(ctx, { twinId, ruleId });
    },

    /** An update without changes keeps the revision; activating and deactivating count as changes. */
    async update(ctx: Ctx, place: RulePlace, { basedOn, ...change }: Change): Promise<RuleWire> {
      const twin = (await store.findTwinOfRule(ctx.db, place.twinId)) ?? fail('DTWIN_NOT_FOUND');
      const rule = await store.lockRule(ctx.db, place.ruleId);
      if (rule?.twinId !== place.twinId) return fail('RULE_NOT_FOUND');
      await sharing.requireNoCopy(ctx, rule);
      if (basedOn !== undefined && basedOn !== rule.revision) fail('RULE_CHANGED_MEANWHILE');
      const before = store.fieldsOf(rule);
      const after = { ...before, ...change };
      ctx.activity.details = { title: after.title };
      if (isDeepStrictEqual(before, after)) return toWire(ctx, place);
      await requireUnlocked(ctx, place.ruleId);
      await check.saved(ctx, twin, after, before);
      const now = clock.now();
      await store.changeRule(ctx.db, rule, after, { userId: ctx.actor.userId, now });
      await settle(ctx.db, { ...place, fields: after, now });
      await sharing.followModel(ctx, rule);
      return toWire(ctx, place);
    },

    async remove(ctx: Ctx, place: RulePlace): Promise<void> {
      const rule = await store.lockRule(ctx.db, place.ruleId);
      if (rule?.twinId !== place.twinId) return fail('RULE_NOT_FOUND');
      await requireUnlocked(ctx, place.ruleId);
      await sharing.requireNoCopy(ctx, rule);
      await sharing.end(ctx, rule);
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

    async mailServer(ctx: Ctx, twinId: number) {
      const { accountId } = (await store.findTwinOfRule(ctx.db, twinId)) ?? fail('DTWIN_NOT_FOUND');
      return { isConfigured: (await mailTransport(accountId)) !== undefined };
    },

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
