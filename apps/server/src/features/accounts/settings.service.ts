import type {
  accountPasswordPolicy,
  accountTerms,
  csvExportLimit,
  retentionPolicy,
  templateLimits,
} from '@stellwerk/contract/account-settings';
import { defaultPasswordPolicy, type PasswordPolicy } from '@stellwerk/contract/password';
import { isLanguage } from '@stellwerk/contract/text';
import type { z } from 'zod';
import type { Ctx } from '../../platform/http/ctx.ts';
import { accountGuard, checkGoverns, maySeeAccount } from './account.policy.ts';
import type { AccountService } from './account.service.ts';
import { changeAccount } from './account.store.ts';
import {
  type NamedAccount,
  nearestPasswordPolicy,
  nearestTemplateLimit,
  nearestTerms,
  putTerms,
  removeTerms,
  type TermsTexts,
} from './inheritance.store.ts';

/** Limits, password policy and terms of an account, own or inherited. */
export function createSettingsService({ accounts }: { accounts: Pick<AccountService, 'placeOf' | 'find'> }) {
  /** The account that a value is inherited from; undefined for own values and for accounts hidden from the caller. */
  async function source(ctx: Ctx, id: number, from: NamedAccount | undefined): Promise<NamedAccount | null> {
    if (!from || from.id === id) return null;
    const path = (await accountGuard.scopesOf(ctx.db, [from.id])).get(from.id);
    const isSeen = path !== undefined && maySeeAccount(ctx.actor.grants, path);
    return isSeen ? { id: from.id, name: from.name } : null;
  }

  async function templates(ctx: Ctx, id: number): Promise<z.output<typeof templateLimits>> {
    const found = await nearestTemplateLimit(ctx.db, id);
    return {
      own: found?.from.id === id ? found.limit : null,
      effective: found && found.limit > 0 ? found.limit : null,
      inheritedFrom: await source(ctx, id, found?.from),
    };
  }

  async function policy(ctx: Ctx, id: number): Promise<z.output<typeof accountPasswordPolicy>> {
    const found = await nearestPasswordPolicy(ctx.db, id);
    return {
      own: found?.from.id === id ? found.policy : null,
      effective: found?.policy ?? defaultPasswordPolicy,
      inheritedFrom: await source(ctx, id, found?.from),
    };
  }

  async function terms(ctx: Ctx, id: number): Promise<z.output<typeof accountTerms>> {
    const [nearest, { parentId }] = [await nearestTerms(ctx.db, id), await accounts.placeOf(ctx, id)];
    const above = parentId === null ? undefined : await nearestTerms(ctx.db, parentId);
    return {
      own: nearest?.from.id === id ? nearest.terms : {},
      inherited: above?.terms ?? {},
      inheritedFrom: await source(ctx, id, above?.from),
    };
  }

  const requireGovernor = async (ctx: Ctx, id: number) =>
    checkGoverns(ctx.actor.grants, await accounts.placeOf(ctx, id));

  return {
    templates,
    policy,
    terms,

    async setRetention(ctx: Ctx, id: number, change: Partial<z.output<typeof retentionPolicy>>) {
      await requireGovernor(ctx, id);
      ctx.activity.details = { ...change };
      if (Object.keys(change).length > 0) await changeAccount(ctx.db, id, change);
      const { retentionMonths, packetRetentionDays } = await accounts.find(ctx, id);
      return { retentionMonths, packetRetentionDays };
    },

    async setCsvExportLimit(ctx: Ctx, id: number, change: z.output<typeof csvExportLimit>) {
      await requireGovernor(ctx, id);
      ctx.activity.details = { ...change };
      await changeAccount(ctx.db, id, change);
      return change;
    },

    async setTemplateLimit(ctx: Ctx, id: number, own: number | null) {
      await requireGovernor(ctx, id);
      ctx.activity.details = { own };
      await changeAccount(ctx.db, id, { maxNumberOfTemplates: own });
      return templates(ctx, id);
    },

    async setPolicy(ctx: Ctx, id: number, own: PasswordPolicy | null) {
      ctx.activity.details = { own };
      await changeAccount(ctx.db, id, { passwordPolicy: own });
      return policy(ctx, id);
    },

    async setTerms(ctx: Ctx, id: number, own: TermsTexts) {
      for (const [language, texts] of Object.entries(own)) {
        if (!isLanguage(language) || !texts) continue;
        if (texts.text === '') await removeTerms(ctx.db, id, language);
        else await putTerms(ctx.db, id, { language, ...texts });
      }
      ctx.activity.details = { languages: Object.keys(own) };
      return terms(ctx, id);
    },
  };
}
export type SettingsService = ReturnType<typeof createSettingsService>;
