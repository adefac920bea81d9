import type { ConnectorState } from '@stellwerk/contract/connector';
import { readsDevices } from '@stellwerk/contract/device';
import { and, desc, eq, gte, inArray, lt, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { visible } from '../../../platform/policy/visible.ts';
import { users } from '../../../platform/tenancy/user.table.ts';
import { alarmView, personName } from '../../alarms/index.ts';
import { connectorLogView, connectorView } from '../../connectors/index.ts';
import { driverView } from '../../drivers/index.ts';
import { ruleView } from '../../rules/index.ts';
import { stateView } from '../../states/index.ts';
import { twinView, twinViewAs } from '../../twins/index.ts';

export interface Window {
  from: Date;
  to: Date;
  limit: number;
}

const within = (column: Parameters<typeof gte>[0], { from, to }: Window) => and(gte(column, from), lt(column, to));

/** Other alarms of the twin, of its parent and of its siblings that began or ended in the window. */
export function findNeighbours(db: Db, actor: Actor, twinId: number, alarmId: number, window: Window) {
  const own = twinViewAs('own');
  return db
    .select({
      openedAt: alarmView.openedAt,
      resolvedAt: alarmView.resolvedAt,
      message: alarmView.message,
      code: alarmView.code,
      params: alarmView.params,
      twinTitle: twinView.title,
      resolver: personName,
    })
    .from(own)
    .innerJoin(
      twinView,
      sql`${twinView.id} = ${own.id} or ${twinView.id} = ${own.parentId} or ${twinView.parentId} = ${own.parentId}`,
    )
    .innerJoin(alarmView, eq(alarmView.twinId, twinView.id))
    .leftJoin(users, eq(users.id, alarmView.resolvedBy))
    .where(
      and(
        eq(own.id, twinId),
        ne(alarmView.id, alarmId),
        visible(actor.grants, readsDevices, twinView.scopePath),
        or(within(alarmView.openedAt, window), within(alarmView.resolvedAt, window)),
      ),
    )
    .orderBy(desc(alarmView.openedAt), desc(alarmView.id))
    .limit(window.limit);
}

/** The log also contains refused sign-ins. */
const isChange = ne(connectorLogView.state, 'refused');

export const findConnectorChanges = (db: Db, connectorId: number, window: Window) =>
  db
    .select({
      at: connectorLogView.at,
      state: sql<ConnectorState>`${connectorLogView.state}`,
      code: connectorLogView.code,
      params: connectorLogView.params,
      name: connectorView.name,
    })
    .from(connectorLogView)
    .innerJoin(connectorView, eq(connectorView.id, connectorLogView.connectorId))
    .where(and(eq(connectorLogView.connectorId, connectorId), isChange, within(connectorLogView.at, window)))
    .orderBy(desc(connectorLogView.id))
    .limit(window.limit);

const titled = {
  twin: { id: twinView.id, title: twinView.title, view: twinView },
  device: { id: twinView.id, title: twinView.title, view: twinView },
  rule: { id: ruleView.id, title: ruleView.title, view: ruleView },
  state: { id: stateView.id, title: stateView.title, view: stateView },
  driver: { id: driverView.id, title: driverView.title, view: driverView },
  connector: { id: connectorView.id, title: connectorView.name, view: connectorView },
};

/** The current titles of objects of a kind; deleted objects are missing. */
export async function titlesOf(db: Db, noun: keyof typeof titled, ids: readonly number[]) {
  const { id, title, view } = titled[noun];
  const { rows } = await db.execute<{ id: number; title: string }>(
    sql`select ${id} as id, ${title} as title from ${view} where ${inArray(id, [...ids])}`,
  );
  return new Map(rows.map((row) => [Number(row.id), row.title]));
}
