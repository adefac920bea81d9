import { readsStates } from '@stellwerk/contract/state';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { twins } from '../twins/index.ts';
import { states } from './state.table.ts';

export async function stateScopes(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: states.id, path: sql<string>`${scopes.path}::text` })
    .from(states)
    .innerJoin(twins, eq(twins.id, states.twinId))
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(inArray(states.id, ids));
  return new Map(rows.map(({ id, path }) => [id, path]));
}

export async function readableStates(db: Db, actor: Actor, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: states.id })
    .from(states)
    .innerJoin(twins, eq(twins.id, states.twinId))
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(and(inArray(states.id, ids), visible(actor.grants, readsStates, scopes.path)));
  return new Set(rows.map(({ id }) => id));
}

export async function scopeOfTwin(db: Db, twinId: number): Promise<string | undefined> {
  const [found] = await db
    .select({ path: sql<string>`${scopes.path}::text` })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(eq(twins.id, twinId));
  return found?.path;
}
