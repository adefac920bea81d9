import { randomBytes } from 'node:crypto';
import { type ApiKey, maxCallsPerMinute, type newApiKey } from '@stellwerk/contract/api-key';
import type { ListQuery } from '@stellwerk/contract/core/envelope';
import type { Issue } from '@stellwerk/contract/issues';
import type { z } from 'zod';
import { requireOwnSession } from '../../platform/auth/own-session.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import { checkGovernable } from '../users/index.ts';
import * as store from './api-key.store.ts';
import type { Ceiling } from './api-key.table.ts';

type NewApiKey = z.output<typeof newApiKey>;
type KeyList = Pick<ListQuery, 'offset' | 'limit' | 'search'>;

/** Shown in lists to recognise a key; too short to guess the rest. */
const prefixLength = 8;

const toWire = ({ validUntil, lastUsedAt, createdAt, ...row }: store.ApiKeyRow): ApiKey => ({
  ...row,
  validUntil: validUntil?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});

/** Denials of modules that are off are left out: they are looked up at each use. */
const ceilingOf = (grants: readonly Grant[]): Ceiling =>
  grants
    .filter(({ module }) => module === undefined)
    .map(({ scope, permissions }) => ({ scopeId: Number(scope.split('.').at(-1)), permissions }));

interface ApiKeyServiceOptions {
  clock: Clock;
  /** Called after the deletion of a key, so that its live connections are closed. */
  onEnd: (userId: number) => unknown;
}

export function createApiKeyService({ clock, onEnd }: ApiKeyServiceOptions) {
  async function list(ctx: Ctx, of: { userId: number } | { accountId: number }, query: KeyList) {
    const { rows, ...total } = await store.findApiKeys(ctx.db, { of, grants: ctx.actor.grants, ...query });
    return { data: rows.map(toWire), ...total, offset: query.offset, limit: query.limit };
  }

  async function create(ctx: Ctx, userId: number, { validUntil, ...wanted }: NewApiKey) {
    const wrong = (path: keyof NewApiKey, code: Issue['code'], params = {}) => ({ issues: [{ path, code, params }] });
    if (wanted.callsPerMinute > maxCallsPerMinute) {
      fail('MAX_USER_API_TOKEN_LIMIT_TOO_HIGH', {}, wrong('callsPerMinute', 'too_big', { maximum: maxCallsPerMinute }));
    }
    const until = validUntil === null ? null : new Date(validUntil);
    if (until && until <= clock.now()) fail('VALIDATION_ERROR', {}, wrong('validUntil', 'invalid'));
    const key = `sw_${randomBytes(32).toString('base64url')}`;
    const id = await store.createApiKey(ctx.db, {
      ...wanted,
      userId,
      ceiling: userId === ctx.actor.userId ? null : ceilingOf(ctx.actor.grants),
      validUntil: until,
      keyHash: store.hashOfKey(key),
      prefix: key.slice(0, prefixLength),
    });
    ctx.activity.objects.push({ noun: 'apiKey', id });
    const row = (await store.readApiKey(ctx.db, id, ctx.actor.grants)) ?? fail('API_KEY_NOT_FOUND');
    return { ...toWire(row), key };
  }

  return {
    listOwn: (ctx: Ctx, query: KeyList) => list(ctx, { userId: ctx.actor.userId }, query),

    listOfAccount: (ctx: Ctx, accountId: number, query: KeyList) => list(ctx, { accountId }, query),

    createOwn(ctx: Ctx, wanted: NewApiKey) {
      requireOwnSession(ctx.actor);
      return create(ctx, ctx.actor.userId, wanted);
    },

    async createFor(ctx: Ctx, userId: number, wanted: NewApiKey) {
      // Otherwise a key with few permissions could create one with more for its own user.
      if (ctx.actor.impersonator || userId === ctx.actor.userId) requireOwnSession(ctx.actor);
      if ((await store.userKind(ctx.db, userId)) !== 'api') fail('USER_NOT_FOUND');
      await checkGovernable(ctx.db, ctx.actor, userId);
      return create(ctx, userId, wanted);
    },

    async remove(ctx: Ctx, id: number): Promise<void> {
      const ownerId = (await store.keyOwners(ctx.db, [id])).get(id) ?? fail('API_KEY_NOT_FOUND');
      if (ownerId === ctx.actor.userId && ctx.actor.sessionId === null) fail('AUTH_SESSION_REQUIRED');
      await checkGovernable(ctx.db, ctx.actor, ownerId);
      await store.deleteApiKey(ctx.db, id);
      ctx.afterCommit(() => onEnd(ownerId));
    },
  };
}

export type ApiKeyService = ReturnType<typeof createApiKeyService>;
