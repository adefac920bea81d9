import { readsDevices } from '@stellwerk/contract/device';
import { and, desc, eq, gte, inArray, lt, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { visible } from '../../../platform/policy/visible.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { users } from '../../../platform/tenancy/user.table.ts';
import { alarms } from '../../alarms/index.ts';
import { connectorLogs, connectors } from '../../connectors/index.ts';
import { drivers } from '../../drivers/index.ts';
import { ruleExecutions, rules } from '../../rules/index.ts';
import { states } from '../../states/index.ts';
import { twins } from '../../twins/index.ts';
import { personName } from '../row.store.ts';

export interface Window {
  from: Date;
  to: Date;
  limit: number;
}

const within = (column: Parameters<typeof gte>[0], { from, to }: Window) => and(gte(column, from), lt(column, to));

/** Other alarms of the twin, of its parent and of its siblings that began or ended in the window. */
export function findNeighbours(db: Db, actor: Actor, twinId: number, alarmId: number, window: Window) {
  const own = alias(twins, 'own');
  return db
    .select({
      openedAt: alarms.openedAt,
      resolvedAt: alarms.resolvedAt,
      message: alarms.message,
      code: alarms.code,
      params: alarms.params,
      twinTitle: twins.title,
      resolver: personName,
    })
    .from(own)
    .innerJoin(
      twins,
      sql`${twins.id} = ${own.id} or ${twins.id} = ${own.parentId} or ${twins.parentId} = ${own.parentId}`,
    )
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .innerJoin(alarms, eq(alarms.twinId, twins.id))
    .leftJoin(users, eq(users.id, alarms.resolvedBy))
    .where(
      and(
        eq(own.id, twinId),
        ne(alarms.id, alarmId),
        visible(actor.grants, readsDevices, scopes.path),
        or(within(alarms.openedAt, window), within(alarms.resolvedAt, window)),
      ),
    )
    .orderBy(desc(alarms.openedAt), desc(alarms.id))
    .limit(window.limit);
}

export const findConnectorChanges = (db: Db, connectorIds: readonly number[], window: Window) =>
  db
    .select({
      at: connectorLogs.at,
      state: connectorLogs.state,
      code: connectorLogs.code,
      params: connectorLogs.params,
      name: connectors.name,
    })
    .from(connectorLogs)
    .innerJoin(connectors, eq(connectors.id, connectorLogs.connectorId))
    .where(and(inArray(connectorLogs.connectorId, [...connectorIds]), within(connectorLogs.at, window)))
    .orderBy(desc(connectorLogs.id))
    .limit(window.limit);

/** What other rules of the twin did or failed at. */
export const findOtherRuns = (db: Db, twinId: number, ruleId: number, window: Window) =>
  db
    .select({
      at: ruleExecutions.at,
      result: ruleExecutions.result,
      code: ruleExecutions.code,
      params: ruleExecutions.params,
      title: rules.title,
    })
    .from(ruleExecutions)
    .innerJoin(rules, eq(rules.id, ruleExecutions.ruleId))
    .where(
      and(
        eq(rules.twinId, twinId),
        ne(rules.id, ruleId),
        inArray(ruleExecutions.result, ['executed', 'error']),
        within(ruleExecutions.at, window),
      ),
    )
    .orderBy(desc(ruleExecutions.at))
    .limit(window.limit);

const titled = {
  twin: { id: twins.id, title: twins.title, table: twins },
  device: { id: twins.id, title: twins.title, table: twins },
  rule: { id: rules.id, title: rules.title, table: rules },
  state: { id: states.id, title: states.title, table: states },
  driver: { id: drivers.id, title: drivers.title, table: drivers },
  connector: { id: connectors.id, title: connectors.name, table: connectors },
};

/** What objects of a kind are called today; those that are gone are missing. */
export async function titlesOf(db: Db, noun: keyof typeof titled, ids: readonly number[]) {
  const { id, title, table } = titled[noun];
  const rows = await db
    .select({ id, title })
    .from(table)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, row.title]));
}
