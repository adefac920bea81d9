import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { twins } from '../twins/index.ts';
import { rules } from './rule.table.ts';

export async function ruleScopes(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: rules.id, path: sql<string>`${scopes.path}::text` })
    .from(rules)
    .innerJoin(twins, eq(twins.id, rules.twinId))
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(inArray(rules.id, ids));
  return new Map(rows.map(({ id, path }) => [id, path]));
}

export async function readableTwins(db: Db, actor: Actor, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: twins.id })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(and(inArray(twins.id, ids), visible(actor.grants, 'DigitalTwin.read', scopes.path)));
  return new Set(rows.map(({ id }) => id));
}
