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
  /** Base URL of links if the account has no domain that the user can trust. Never taken from a request. */
  linkBase: string;
  /** Whether mails of the account can be sent; without an account, mails of the platform. */
  hasMailServer: (accountId?: number) => Promise<boolean>;
}

export function createPasswordLinks({ clock, linkBase, hasMailServer }: PasswordLinkOptions) {
  /** Creates a link and returns it with the account whose mail server may send it; null for the platform's. */
  async function make(db: Db, user: Addressee, purpose: TokenPurpose, creatorId: number | null) {
    const { id, accountId } = user;
    const expiresAt = new Date(clock.now().getTime() + lifetimesMs[purpose]);
    const senderId = await trustedAccount(db, user);
    const token = await createToken(db, { userId: id, purpose, creatorId, carrierId: senderId ?? null, expiresAt });
    const base = senderId === accountId ? await linkBaseOf(db, accountId, linkBase) : linkBase;
    return { link: `${base.replace(/\/$/, '')}/#/change-password?token=${token}`, expiresAt, senderId };
  }

  /** Mail and token are created when it is sent, so that the queue contains no secrets. */
  const entryFor = ({ id, accountId }: Addressee, purpose: TokenPurpose, inviterId: number | null) => ({
    // A failing mail server delays mails of its own account only.
    target: `user-mail:${accountId}`,
    key: `user:${id}`,
    kind: userMailKind,
    payload: { userId: id, purpose, inviterId },
  });

  return {
    make,
    entryFor,
    hasMailServer,

    /** Sends the link by mail; without a mail server, returns it to the administrator. */
    async hand(db: Db, user: Addressee, purpose: TokenPurpose, actor: Actor): Promise<z.output<typeof passwordLink>> {
      if (await hasMailServer(await trustedAccount(db, user))) {
        await putOutbox(db, [entryFor(user, purpose, actor.userId)]);
        return { mailed: true, link: null };
      }
      // An impersonator receives the link, so their own permissions count when it is used.
      const creatorId = actor.impersonator?.id ?? actor.userId;
      return { mailed: false, link: (await make(db, user, purpose, creatorId)).link };
    },
  };
}
export type PasswordLinks = ReturnType<typeof createPasswordLinks>;
