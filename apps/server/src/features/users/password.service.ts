import { satisfies } from '@stellwerk/contract/core/permission';
import type { RouteInput } from '@stellwerk/contract/core/route';
import type { Issue } from '@stellwerk/contract/issues';
import { passwordIssues, type validatePassword } from '@stellwerk/contract/password';
import { seesUsers } from '@stellwerk/contract/user';
import type { HashGate } from '../../platform/auth/hash-gate.ts';
import { requireOwnSession } from '../../platform/auth/own-session.ts';
import { hashPassword, verifyPassword } from '../../platform/auth/password.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { renderError } from '../../platform/errors/render.ts';
import type { Ctx, PublicCtx } from '../../platform/http/ctx.ts';
import { putOutbox } from '../../platform/outbox/outbox.store.ts';
import { decide } from '../../platform/policy/policy.ts';
import { effectivePasswordPolicy } from '../accounts/index.ts';
import { findByEmail, findPasswordHash, savePassword } from './password.store.ts';
import type { PasswordLinks } from './password-link.service.ts';
import { createRequestLimit } from './request-limit.ts';
import { findToken, removeTokensOf, useToken } from './token.store.ts';
import { isLinkTrusted } from './trusted-account.ts';
import { checkGovernable } from './user.policy.ts';
import { findHome, findUser } from './user.store.ts';

/** Failed attempts, counted together with those of the sign-in. */
export interface PasswordLock {
  isLocked(db: Db, userId: number, address: string): Promise<boolean>;
  countFailure(db: Db, userId: number, address: string): Promise<void>;
  clear(db: Db, userId: number): Promise<void>;
}

/** Ends the sessions of a user and returns their ids. */
export type EndSessions = (db: Db, userId: number, options?: { except?: number | undefined }) => Promise<number[]>;

interface PasswordServiceOptions {
  clock: Clock;
  hashing: HashGate;
  links: PasswordLinks;
  lock: PasswordLock;
  endSessions: EndSessions;
  onSessionEnd: (sessionId: number) => void;
}

interface NewPassword {
  accountId: number;
  oldHash: string | null;
  password: string;
  address: string;
}

const hour = 3_600_000;

export function createPasswordService(options: PasswordServiceOptions) {
  const { clock, hashing, links, lock, endSessions, onSessionEnd } = options;
  const perAddress = createRequestLimit({ clock, max: 5, windowMs: hour });
  const perSource = createRequestLimit({ clock, max: 30, windowMs: hour });

  const refuse = (issues: Issue[]) => fail('VALIDATION_ERROR', {}, { issues });

  /** Hashes a password that meets the account's policy and differs from the old one. */
  async function hashNew(db: Db, { accountId, oldHash, password, address }: NewPassword): Promise<string> {
    const issues = passwordIssues(await effectivePasswordPolicy(db, accountId), password);
    if (issues.length > 0) refuse(issues);
    return hashing.run(address, async () => {
      if (oldHash !== null && (await verifyPassword(oldHash, password))) {
        refuse([{ path: 'password', code: 'password_same', params: {} }]);
      }
      return hashPassword(password);
    });
  }

  /** Pending links and sessions on other devices are invalidated with the old password. */
  async function replace(ctx: PublicCtx, userId: number, passwordHash: string, except?: number): Promise<void> {
    await savePassword(ctx.db, userId, passwordHash);
    await removeTokensOf(ctx.db, userId);
    const ended = await endSessions(ctx.db, userId, { except });
    ctx.afterCommit(() => ended.forEach(onSessionEnd));
  }

  async function findValid(db: Db, token: string) {
    const found = await findToken(db, token, clock.now());
    return found && (await isLinkTrusted(db, found)) ? found : fail('USER_PASSWORD_TOKEN_INVALID');
  }

  /** The account whose policy the caller may read: of their link, their own, or one whose users they see. */
  async function policyAccount({ db, actor }: PublicCtx, { tenantId, token }: Question): Promise<number> {
    if (token !== undefined) return (await findValid(db, token)).accountId;
    if (!actor) return fail('ACCOUNT_NOT_FOUND');
    if (tenantId === undefined || tenantId === actor.accountId) return actor.accountId;
    const path = (await findHome(db, tenantId))?.path;
    const isSeen = path !== undefined && satisfies(seesUsers, (wanted) => decide(actor.grants, wanted, path).allowed);
    return isSeen ? tenantId : fail('ACCOUNT_NOT_FOUND');
  }

  return {
    async requestReset({ db }: PublicCtx, { email, address }: { email: string; address: string }): Promise<void> {
      perSource(address);
      perAddress(email.toLowerCase());
      const found = (await findByEmail(db, email)) ?? { id: 0, accountId: 0 };
      // Unknown addresses take the same code path, so that the response time does not reveal them.
      await putOutbox(db, [links.entryFor(found, 'reset', null)]);
    },

    async update(ctx: PublicCtx, { token, password, address }: { token: string; password: string; address: string }) {
      const { userId, accountId, username, passwordHash } = await findValid(ctx.db, token);
      const newHash = await hashNew(ctx.db, { accountId, oldHash: passwordHash, password, address });
      if (!(await useToken(ctx.db, token, clock.now()))) fail('USER_PASSWORD_TOKEN_INVALID');
      await replace(ctx, userId, newHash);
      await lock.clear(ctx.db, userId);
      ctx.activity.actor = { userId, accountId };
      ctx.activity.objects.push({ noun: 'user', id: userId });
      return { username };
    },

    async policyOf({ db }: PublicCtx, token: string) {
      const { accountId, username, purpose } = await findValid(db, token);
      return { policy: await effectivePasswordPolicy(db, accountId), username, purpose };
    },

    async validate(ctx: PublicCtx, question: Question) {
      const accountId = await policyAccount(ctx, question);
      const found = passwordIssues(await effectivePasswordPolicy(ctx.db, accountId), question.password);
      const { issues } = renderError({ code: 'VALIDATION_ERROR', params: {}, issues: found }, ctx.language, '');
      return { valid: issues.length === 0, issues: issues.map(({ code, message }) => ({ code, message })) };
    },

    async change(ctx: Ctx, id: number, { oldPassword, password, address }: OwnChange): Promise<void> {
      const { userId, accountId, sessionId } = ctx.actor;
      if (id !== userId) fail('USER_NOT_FOUND');
      requireOwnSession(ctx.actor);
      const failIfLocked = async () => {
        if (await lock.isLocked(ctx.db, userId, address)) fail('AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS');
      };
      await failIfLocked();
      const oldHash = (await findPasswordHash(ctx.db, userId)) ?? null;
      const matches = await hashing.run(address, async () => {
        // Checks again, because other attempts may have failed while this one waited.
        await failIfLocked();
        return verifyPassword(oldHash, oldPassword);
      });
      if (!matches) {
        await lock.countFailure(ctx.db, userId, address);
        fail(
          'AUTH_LOGIN_PASSWORD_MISMATCH',
          {},
          { issues: [{ path: 'oldPassword', code: 'password_wrong', params: {} }] },
        );
      }
      const newHash = await hashNew(ctx.db, { accountId, oldHash, password, address });
      await ctx.db.transaction(async (tx) => {
        await replace({ ...ctx, db: tx }, userId, newHash, sessionId ?? undefined);
        await lock.clear(tx, userId);
      });
    },

    async sendLink(ctx: Ctx, id: number) {
      const user = (await findUser(ctx.db, id)) ?? fail('USER_NOT_FOUND');
      await checkGovernable(ctx.db, ctx.actor, id);
      if (user.kind === 'api') fail('USER_HAS_NO_PASSWORD');
      if (!user.active) fail('AUTH_USER_DEACTIVATED');
      return links.hand(ctx.db, user, user.hasPassword ? 'reset' : 'invite', ctx.actor);
    },
  };
}
export type PasswordService = ReturnType<typeof createPasswordService>;

type Question = RouteInput<typeof validatePassword>['body'];

interface OwnChange {
  oldPassword: string;
  password: string;
  address: string;
}
