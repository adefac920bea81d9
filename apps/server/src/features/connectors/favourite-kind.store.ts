import { and, eq, inArray, sql } from 'drizzle-orm';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { byId, type FavouriteKind } from '../favourites/index.ts';
import { connectorStatus, connectors } from './connector.table.ts';
import type { ConnectorUsesPort } from './ports.ts';

export const connectorFavourite = (countDevices: ConnectorUsesPort['countDevices']): FavouriteKind => ({
  type: 'connector',
  column: 'connectorId',
  notFound: 'BRIDGE_NOT_FOUND',
  idIn: (body) => (body.type === 'connector' ? body.connectorId : undefined),

  async find(db, actor, ids) {
    const rows = await db
      .select({
        id: connectors.id,
        title: connectors.name,
        tenantId: accounts.id,
        tenantName: accounts.name,
        type: connectors.type,
        state: sql<typeof connectorStatus.$inferSelect.state>`coalesce(${connectorStatus.state}, 'waiting')`,
        lastPacketAt: connectorStatus.lastPacketAt,
      })
      .from(connectors)
      .innerJoin(accounts, eq(accounts.id, connectors.accountId))
      .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
      .leftJoin(connectorStatus, eq(connectorStatus.connectorId, connectors.id))
      .where(and(inArray(connectors.id, ids), visible(actor.grants, 'all.manage', scopes.path)));
    const counts = await countDevices(
      db,
      rows.map(({ id }) => id),
    );
    return byId(rows, (row) => ({
      type: 'connector',
      object: {
        ...row,
        lastPacketAt: row.lastPacketAt?.toISOString() ?? null,
        deviceCount: counts.get(row.id) ?? 0,
      },
    }));
  },
});
