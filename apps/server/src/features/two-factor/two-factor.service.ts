import { authenticationCode } from '@stellwerk/contract/two-factor';
import { requireOwnSession } from '../../platform/auth/own-session.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { type CheckSecondFactor, countFailure, isLocked, lockKeys } from '../sessions/index.ts';
import { checkGovernable } from '../users/index.ts';
import { generateRecoveryCodes, hashRecoveryCode } from './recovery-code.ts';
import { generateSecret, stepOf, uriOf } from './totp.ts';
import * as store from './two-factor.store.ts';

interface SecondFactorOptions {
  clock: Clock;
  secrets: Secrets;
}

const ownerOf = (userId: number) => `user:${userId}`;
/** The secret in use, and a new one that the user has not confirmed yet. */
const [inUse, pending] = ['totp', 'totpPending'] as const;

/** Consumes a code of the app or a recovery code; each works once. */
export const createSecondFactor =
  ({ clock, secrets }: SecondFactorOptions): CheckSecondFactor =>
  async (db, userId, token) => {
    if (!authenticationCode.safeParse(token).success) {
      return store.takeRecoveryCode(db, userId, await hashRecoveryCode(userId, token));
    }
    const secret = await secrets.get(db, { owner: ownerOf(userId), name: inUse });
    const step = secret === undefined ? undefined : stepOf(secret, token, clock.now());
    return step !== undefined && store.takeStep(db, userId, step);
  };

interface TwoFactorServiceOptions extends SecondFactorOptions {
  secondFactor: CheckSecondFactor;
  /** Default name of the installation in the app. */
  linkBase: string;
}

interface Attempt {
  token: string;
  address: string;
}

export function createTwoFactorService({ clock, secrets, secondFactor, linkBase }: TwoFactorServiceOptions) {
  /** Label of the entry in the user's app; apps expect a plain name. */
  const issuerFor = (domain: string | undefined) =>
    `Stellwerk (${domain !== undefined && /^[\w.-]+$/.test(domain) ? domain : new URL(linkBase).hostname})`;

  /** Wrong codes count like wrong passwords, for the user and for the IP address. */
  async function attempt<T>(ctx: Ctx, address: string, check: () => Promise<T | undefined>): Promise<T> {
    const keys = lockKeys({ id: ctx.actor.userId }, address);
    if (await isLocked(ctx.db, keys, clock.now())) return fail('AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS');
    const found = await check();
    if (found !== undefined) return found;
    await countFailure(ctx.db, keys, clock.now());
    return fail('2FA_TOKEN_FAILURE');
  }

  async function turnOff(db: Db, userId: number): Promise<void> {
    if (!(await store.markDisabled(db, userId))) fail('TWO_FACTOR_NOT_ENABLED');
    await store.replaceRecoveryCodes(db, userId, []);
    await secrets.remove(db, { owner: ownerOf(userId), name: inUse });
  }

  return {
    /** Creates a secret to scan; two-factor sign-in is not enabled yet. */
    async begin(ctx: Ctx, domain: string | undefined) {
      requireOwnSession(ctx.actor);
      const { userId, email } = ctx.actor;
      if (await store.isEnabled(ctx.db, userId)) return fail('TWO_FACTOR_ALREADY_ENABLED');
      const secret = generateSecret();
      await secrets.put(ctx.db, { owner: ownerOf(userId), name: pending, value: secret });
      const uri = uriOf({ secret, issuer: issuerFor(domain), label: email || String(userId) });
      return { step: 'scan' as const, secret, uri };
    },

    async enable(ctx: Ctx, { token, address }: Attempt) {
      requireOwnSession(ctx.actor);
      const { userId } = ctx.actor;
      const owner = ownerOf(userId);
      if (await store.isEnabled(ctx.db, userId)) return fail('TWO_FACTOR_ALREADY_ENABLED');
      const proved = await attempt(ctx, address, async () => {
        const secret = await secrets.get(ctx.db, { owner, name: pending });
        const step = secret === undefined ? undefined : stepOf(secret, token, clock.now());
        return secret === undefined || step === undefined ? undefined : { secret, step };
      });
      const codes = generateRecoveryCodes();
      const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(userId, code)));
      await ctx.db.transaction(async (tx) => {
        if (!(await store.markEnabled(tx, userId, clock.now(), proved.step))) fail('TWO_FACTOR_ALREADY_ENABLED');
        await secrets.put(tx, { owner, name: inUse, value: proved.secret });
        await secrets.remove(tx, { owner, name: pending });
        await store.replaceRecoveryCodes(tx, userId, hashes);
      });
      return { step: 'enabled' as const, recoveryCodes: codes };
    },

    async disable(ctx: Ctx, { token, address }: Attempt): Promise<void> {
      requireOwnSession(ctx.actor);
      const { userId } = ctx.actor;
      if (!(await store.isEnabled(ctx.db, userId))) fail('TWO_FACTOR_NOT_ENABLED');
      await attempt(ctx, address, async () => (await secondFactor(ctx.db, userId, token)) || undefined);
      await ctx.db.transaction((tx) => turnOff(tx, userId));
    },

    async reset(ctx: Ctx, userId: number): Promise<void> {
      if (userId === ctx.actor.userId) fail('TWO_FACTOR_OWN_NEEDS_CODE');
      await checkGovernable(ctx.db, ctx.actor, userId);
      await turnOff(ctx.db, userId);
    },
  };
}

export type TwoFactorService = ReturnType<typeof createTwoFactorService>;
