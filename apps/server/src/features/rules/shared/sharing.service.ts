import type { RuleSharing, SharedTarget } from '@stellwerk/contract/shared-rule';
import type { Language } from '@stellwerk/contract/text';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { may } from '../../../platform/tenancy/may.ts';
import { findSmartGroup, type SmartGroupUses } from '../../smart-groups/index.ts';
import { problemOf } from '../../states/index.ts';
import { seesTwins } from '../../twins/index.ts';
import { findRule, findTwinOfRule, lockRule } from '../rule.store.ts';
import {
  changeShared,
  deleteShared,
  findGaps,
  findMarks,
  findShared,
  forgetGaps,
  insertShared,
  type NewShared,
  titlesWithGroup,
} from './shared-rule.store.ts';
import type { RuleSync } from './sync.service.ts';

/** Copies that are written within the call; the schedule writes further ones. */
const atOnce = 200;

interface RuleRef {
  sharedRuleId: number | null;
  modelRevision: number | null;
}

interface Place {
  twinId: number;
  ruleId: number;
}

const words: Record<Language, (title: string) => string> = {
  de: (title) => `Regel „${title}“`,
  en: (title) => `rule “${title}”`,
};

export const usesOfGroup: SmartGroupUses = async (db, id, language) =>
  (await titlesWithGroup(db, id)).map(words[language]);

export function createSharingService({ sync }: { sync: RuleSync }) {
  async function lock(ctx: Ctx, { twinId, ruleId }: Place) {
    const rule = await lockRule(ctx.db, ruleId);
    return rule?.twinId === twinId ? rule : fail('RULE_NOT_FOUND');
  }

  async function read(ctx: Ctx, place: Place): Promise<RuleSharing> {
    const rule = await findRule(ctx.db, place.ruleId);
    if (rule?.twinId !== place.twinId) return fail('RULE_NOT_FOUND');
    const { sharedRuleId } = rule;
    const shared = sharedRuleId === null ? undefined : await findShared(ctx.db, sharedRuleId);
    if (!shared) return { target: null, twins: 1, leftOut: [], leftOutCount: 0, checkedAt: null };
    const mark = (await findMarks(ctx.db, [shared.id])).get(shared.id);
    const { count, gaps } = await findGaps(ctx.db, shared.id);
    const { tag, smartGroupId, checkedAt } = shared;
    return {
      target:
        smartGroupId === null
          ? { kind: 'tag', tag: tag ?? '' }
          : { kind: 'smartGroup', smartGroupId, title: mark?.groupTitle ?? '' },
      twins: mark?.twins ?? 1,
      leftOut: gaps.map(({ twinId, title, scopePath, code, params }) => ({
        twinId,
        title: may(ctx.actor, seesTwins, scopePath) ? title : null,
        ...problemOf(code, params, ctx.language),
      })),
      leftOutCount: count,
      checkedAt: checkedAt?.toISOString() ?? null,
    };
  }

  async function targetOf(ctx: Ctx, twinId: number, target: SharedTarget): Promise<NewShared> {
    const { category, accountId } = (await findTwinOfRule(ctx.db, twinId)) ?? fail('DTWIN_NOT_FOUND');
    const author = { authorId: ctx.actor.userId, apiKeyId: ctx.actor.apiKeyId, category };
    if (target.kind === 'tag') return { ...author, accountId, tag: target.tag, smartGroupId: null };
    if (category !== 'virtualDevice') fail('RULE_GROUP_NEEDS_DEVICE');
    const group = (await findSmartGroup(ctx.db, target.smartGroupId)) ?? fail('SMART_GROUP_NOT_FOUND');
    return { ...author, accountId: group.accountId, tag: null, smartGroupId: group.id };
  }

  const followOf = async (ctx: Ctx, sharedRuleId: number) => {
    await sync(ctx.db, sharedRuleId, { author: ctx.actor, limit: atOnce });
  };

  /** A copy names the twin of its model, where it can be changed. */
  async function requireNoCopy(ctx: Ctx, { sharedRuleId, modelRevision }: RuleRef): Promise<void> {
    if (sharedRuleId === null || modelRevision === null) return;
    const mark = (await findMarks(ctx.db, [sharedRuleId])).get(sharedRuleId);
    fail('RULE_IS_A_COPY', { title: mark?.modelTwinTitle ?? '' });
  }

  return {
    read,
    requireNoCopy,

    /** Ends sharing: the copies are deleted, the rule itself stays. */
    async end(ctx: Ctx, { sharedRuleId }: RuleRef): Promise<void> {
      if (sharedRuleId !== null) await deleteShared(ctx.db, sharedRuleId);
    },

    /** Brings a change of a shared rule to its copies, in the name of the user who made it. */
    async followModel(ctx: Ctx, { sharedRuleId }: RuleRef): Promise<void> {
      if (sharedRuleId === null) return;
      const { userId, apiKeyId } = ctx.actor;
      await changeShared(ctx.db, sharedRuleId, { configVersion: null, authorId: userId, apiKeyId });
      await forgetGaps(ctx.db, sharedRuleId);
      await followOf(ctx, sharedRuleId);
    },

    async share(ctx: Ctx, place: Place, target: SharedTarget | null): Promise<RuleSharing> {
      const rule = await lock(ctx, place);
      await requireNoCopy(ctx, rule);
      ctx.activity.details = { title: rule.title };
      if (!target) {
        if (rule.sharedRuleId !== null) await deleteShared(ctx.db, rule.sharedRuleId);
        return read(ctx, place);
      }
      const values = await targetOf(ctx, place.twinId, target);
      let id = rule.sharedRuleId;
      if (id === null) id = await insertShared(ctx.db, place.ruleId, values);
      else {
        await changeShared(ctx.db, id, { ...values, configVersion: null });
        await forgetGaps(ctx.db, id);
      }
      await followOf(ctx, id);
      return read(ctx, place);
    },
  };
}
export type SharingService = ReturnType<typeof createSharingService>;
