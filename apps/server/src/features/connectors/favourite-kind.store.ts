import { eq, inArray, sql } from 'drizzle-orm';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopedFrom } from '../../platform/tenancy/scoped-from.ts';
import type { FavouriteKind } from '../favourites/index.ts';
import { connectorStatus, connectors } from './connector.table.ts';
import { scopedConnectors } from './connector.view.ts';
import type { ConnectorKinds } from './kinds.ts';
import type { ConnectorUsesPort } from './ports.ts';

export const connectorFavourite = (
  countDevices: ConnectorUsesPort['countDevices'],
  kinds: Pick<ConnectorKinds, 'find'>,
): FavouriteKind => ({
  type: 'connector',
  notFound: 'BRIDGE_NOT_FOUND',
  visibleTo: (actor) => scopedFrom(scopedConnectors, actor, 'all.manage'),

  async read(db, ids) {
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
      .leftJoin(connectorStatus, eq(connectorStatus.connectorId, connectors.id))
      .where(inArray(connectors.id, ids));
    const counts = await countDevices(db, ids);
    return rows.map((row) => ({
      type: 'connector',
      object: {
        ...row,
        hasConnection: kinds.find(row.type)?.runs === 'once',
        lastPacketAt: row.lastPacketAt?.toISOString() ?? null,
        deviceCount: counts.get(row.id) ?? 0,
      },
    }));
  },
});
