import { eq, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { inAccount } from '../../platform/tenancy/scoped-from.ts';
import { connectorLogs, connectorStatus, connectors } from './connector.table.ts';

/** The columns of connectors that other features may read and join. */
export const connectorView = new QueryBuilder()
  .select({
    id: connectors.id,
    accountId: connectors.accountId,
    type: connectors.type,
    name: connectors.name,
    active: connectors.active,
    state: sql<string>`coalesce(${connectorStatus.state}, 'waiting')`.as('connector_state'),
  })
  .from(connectors)
  .leftJoin(connectorStatus, eq(connectorStatus.connectorId, connectors.id))
  .as('connector');

/** The changes of the states of connectors, for other features. */
export const connectorLogView = new QueryBuilder()
  .select({
    id: connectorLogs.id,
    connectorId: connectorLogs.connectorId,
    at: connectorLogs.at,
    state: connectorLogs.state,
    code: connectorLogs.code,
    params: connectorLogs.params,
  })
  .from(connectorLogs)
  .as('connector_log');

export const scopedConnectors = inAccount(connectors, connectors);
