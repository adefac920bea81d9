import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Actor, SetHeader } from '../../platform/http/ctx.ts';
import { narrow } from '../../platform/policy/narrow.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import { scopePaths } from '../../platform/tenancy/scope.store.ts';
import { grantsOf } from '../users/index.ts';
import { countCall, type FoundKey, findKey, hashOfKey } from './api-key.store.ts';
import type { Ceiling } from './api-key.table.ts';

/** Calls are counted in fixed minutes. */
const windowMs = 60_000;

/** A key that has exceeded its limit for the current minute. */
interface Spent {
  limit: number;
  resetMs: number;
}

/** Only what the creator held, too: they know the key, and must not gain by a later promotion of its owner. */
function below(owned: readonly Grant[], ceiling: Ceiling, paths: ReadonlyMap<number, string>): Grant[] {
  return ceiling.flatMap(({ scopeId, permissions }) => {
    const path = paths.get(scopeId);
    return path === undefined ? [] : narrow(owned, { permissions, scopes: [path] });
  });
}

/** The present permissions of the owner of a key, narrowed to those of the key and of its creator. */
export async function grantsOfKey(db: Db, { userId, permissions, scopeIds, ceiling }: FoundKey): Promise<Grant[]> {
  const named = [...(scopeIds ?? []), ...(ceiling ?? []).map(({ scopeId }) => scopeId)];
  const [owned, paths] = await Promise.all([
    grantsOf(db, userId),
    named.length > 0 ? scopePaths(db, named) : new Map<number, string>(),
  ]);
  // Deleted scopes reduce the permissions to none, instead of lifting the restriction.
  const scopes = scopeIds?.flatMap((id) => paths.get(id) ?? []) ?? null;
  return narrow(ceiling ? below(owned, ceiling, paths) : owned, { permissions, scopes });
}

/** Finds the user and permissions of an API key, and applies its rate limit. */
export function createKeyAuthenticator({ clock }: { clock: Clock }) {
  // Keys over their limit are refused from memory until the minute ends, without a database query.
  const spentKeys = new Map<string, Spent>();

  function remember(name: string, spent: Spent, nowMs: number): void {
    for (const [other, { resetMs }] of spentKeys) if (resetMs <= nowMs) spentKeys.delete(other);
    spentKeys.set(name, spent);
  }

  function tell(setHeader: SetHeader, { limit, resetMs }: Spent, remaining: number): void {
    setHeader('x-ratelimit-limit', String(limit));
    setHeader('x-ratelimit-remaining', String(Math.max(remaining, 0)));
    setHeader('x-ratelimit-reset', String(Math.ceil(resetMs / 1000)));
  }

  function refuse(setHeader: SetHeader, spent: Spent, nowMs: number): never {
    tell(setHeader, spent, 0);
    setHeader('retry-after', String(Math.max(1, Math.ceil((spent.resetMs - nowMs) / 1000))));
    return fail('API_LIMIT_REACHED', { limitPerMinute: spent.limit });
  }

  /** Counts the call and refuses it above the limit. */
  async function count(db: Db, keyHash: Buffer, setHeader: SetHeader): Promise<FoundKey | undefined> {
    const now = clock.now();
    const nowMs = now.getTime();
    const name = keyHash.toString('base64');
    const spent = spentKeys.get(name);
    if (spent && spent.resetMs > nowMs) return refuse(setHeader, spent, nowMs);
    const windowAtMs = Math.floor(nowMs / windowMs) * windowMs;
    const key = await countCall(db, keyHash, now, new Date(windowAtMs));
    if (!key) return undefined;
    const counted = { limit: key.callsPerMinute, resetMs: windowAtMs + windowMs };
    if (key.calls > key.callsPerMinute) {
      remember(name, counted, nowMs);
      return refuse(setHeader, counted, nowMs);
    }
    tell(setHeader, counted, key.callsPerMinute - key.calls);
    return key;
  }

  /** Without `setHeader` the call is a repeated check of the same request, which is not counted. */
  return async function findActor(db: Db, token: string, setHeader?: SetHeader): Promise<Actor | undefined> {
    const keyHash = hashOfKey(token);
    const key = setHeader ? await count(db, keyHash, setHeader) : await findKey(db, keyHash, clock.now());
    if (!key) return undefined;
    return {
      userId: key.userId,
      accountId: key.accountId,
      sessionId: null,
      apiKeyId: key.id,
      isNarrowed: key.permissions !== null || key.scopeIds !== null || key.ceiling !== null,
      impersonator: null,
      email: key.email,
      grants: await grantsOfKey(db, key),
      via: 'apikey',
    };
  };
}
export type KeyAuthenticator = ReturnType<typeof createKeyAuthenticator>;
