import type { passwordLink } from '@stellwerk/contract/password';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { putOutbox } from '../../platform/outbox/outbox.store.ts';
import { linkBaseOf } from '../accounts/index.ts';
import { createToken, type TokenPurpose } from './token.store.ts';
import { trustedAccount } from './trusted-account.ts';

const lifetimesMs: Record<TokenPurpose, number> = { invite: 7 * 86_400_000, reset: 3_600_000 };

export const userMailKind = 'user-mail';

interface Addressee {
  id: number;
  accountId: number;
}

interface PasswordLinkOptions {
  clock: Clock;
  /** Where links lead when the account has no domain, or none that the user can trust. Never taken from a request. */
  linkBase: string;
  /** Whether mails of the account can be sent; without an account, those of the platform. */
  hasMailServer: (accountId?: number) => Promise<boolean>;
}

/** Links by which somebody chooses a password: an invitation, or because it was forgotten. */
export function createPasswordLinks({ clock, linkBase, hasMailServer }: PasswordLinkOptions) {
  /** With the account whose mail server may send the link; none: that of the platform. */
  async function make(db: Db, user: Addressee, purpose: TokenPurpose, creatorId: number | null) {
    const { id, accountId } = user;
    const expiresAt = new Date(clock.now().getTime() + lifetimesMs[purpose]);
    const senderId = await trustedAccount(db, user);
    const token = await createToken(db, { userId: id, purpose, creatorId, carrierId: senderId ?? null, expiresAt });
    const base = senderId === accountId ? await linkBaseOf(db, accountId, linkBase) : linkBase;
    return { link: `${base.replace(/\/$/, '')}/#/change-password?token=${token}`, expiresAt, senderId };
  }

  /** The mail is written and its token made when it is sent: nothing secret lies in the queue. */
  const entryFor = ({ id, accountId }: Addressee, purpose: TokenPurpose, inviterId: number | null) => ({
    // One mail server that is down holds up its own account alone.
    target: `user-mail:${accountId}`,
    key: `user:${id}`,
    kind: userMailKind,
    payload: { userId: id, purpose, inviterId },
  });

  return {
    make,
    entryFor,
    hasMailServer,

    /** By mail where there is a mail server; else the link itself, for the administrator to hand over. */
    async hand(db: Db, user: Addressee, purpose: TokenPurpose, actor: Actor): Promise<z.output<typeof passwordLink>> {
      if (await hasMailServer(await trustedAccount(db, user))) {
        await putOutbox(db, [entryFor(user, purpose, actor.userId)]);
        return { mailed: true, link: null };
      }
      // Somebody who acts as another user gets the link, so their own permissions count when it is used.
      const creatorId = actor.impersonator?.id ?? actor.userId;
      return { mailed: false, link: (await make(db, user, purpose, creatorId)).link };
    },
  };
}
export type PasswordLinks = ReturnType<typeof createPasswordLinks>;
