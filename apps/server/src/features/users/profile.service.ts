import { languages } from '@stellwerk/contract/text';
import { type ownProfile, properties as propertiesSchema } from '@stellwerk/contract/user';
import type { z } from 'zod';
import { requireOwnSession } from '../../platform/auth/own-session.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { decide } from '../../platform/policy/policy.ts';
import { effectiveTerms } from '../accounts/index.ts';
import { checkGovernable } from './user.policy.ts';
import { changeUser, lockProperties, noteTermsAccepted, userScopes } from './user.store.ts';

type Properties = z.output<typeof propertiesSchema>;

export function createProfileService({ clock }: { clock: Clock }) {
  /** Allows the caller themselves, and managers of the user. */
  async function requireManaged({ db, actor }: Ctx, id: number): Promise<void> {
    if (id === actor.userId) return;
    const path = (await userScopes(db, [id])).get(id) ?? fail('USER_NOT_FOUND');
    if (!decide(actor.grants, 'UserManagement.manage', path).allowed) {
      fail('PERMISSION_DENIED', { subject: 'UserManagement', action: 'manage' });
    }
    await checkGovernable(db, actor, id);
  }

  return {
    async setProperties(ctx: Ctx, id: number, change: Properties) {
      await requireManaged(ctx, id);
      const before = (await lockProperties(ctx.db, id)) ?? fail('USER_NOT_FOUND');
      const entries = [...Object.entries(before), ...Object.entries(change)];
      const properties = Object.fromEntries(new Map(entries.filter(([key]) => change[key] !== null)));
      // Limits the total size, because many small calls could add up.
      if (!propertiesSchema.safeParse(properties).success) {
        fail('VALIDATION_ERROR', {}, { issues: [{ path: '', code: 'invalid', params: {} }] });
      }
      await changeUser(ctx.db, id, { properties });
      return { properties };
    },

    async updateOwn({ db, actor }: Ctx, profile: z.output<typeof ownProfile>) {
      await changeUser(db, actor.userId, profile);
      return profile;
    },

    async ownTerms({ db, actor, language }: Ctx) {
      const terms = await effectiveTerms(db, actor.accountId);
      return terms?.[language] ?? languages.map((each) => terms?.[each]).find((each) => each !== undefined) ?? null;
    },

    async acceptTerms({ db, actor }: Ctx): Promise<void> {
      // Only the user in person can accept terms, not an API key or impersonator.
      requireOwnSession(actor);
      await noteTermsAccepted(db, actor.userId, clock.now());
    },
  };
}
export type ProfileService = ReturnType<typeof createProfileService>;
