import { anyOf, type PermissionRule } from '@stellwerk/contract/core/permission';
import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { seenFrom, visibleIds } from '../../platform/tenancy/scoped-from.ts';
import { scopedConnectors } from './connector.view.ts';

const usesConnectors = anyOf('all.manage', 'VirtualDevice.read');
/** Authors of rules and data states choose connectors, too. */
export const choosesConnectors = anyOf(usesConnectors, 'DigitalTwin.write', 'DigitalTwinStates.manage');

/** Whether the caller may use connectors in the scope of the outer query, or in a scope below it. */
export function isUsedFrom({ grants }: Pick<Actor, 'grants'>, uses: PermissionRule = usesConnectors): SQL {
  const below = alias(scopes, 'below');
  return sql`exists (select from ${scopes} as below where ${below.path} <@ ${scopes.path}
    and ${visible(grants, uses, below.path)})`;
}

/** Connectors of the accounts in which the caller sees devices or writes rules, and of the accounts above. */
export const choosableConnectors = (db: Db, actor: Pick<Actor, 'grants'>, ids: number[]): Promise<Set<number>> =>
  visibleIds(db, seenFrom(scopedConnectors, isUsedFrom(actor, choosesConnectors)), ids);
