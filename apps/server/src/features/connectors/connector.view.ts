import { QueryBuilder } from 'drizzle-orm/pg-core';
import { inAccount } from '../../platform/tenancy/scoped-from.ts';
import { connectors } from './connector.table.ts';

/** The columns of connectors that other features may read and join. */
export const connectorView = new QueryBuilder()
  .select({
    id: connectors.id,
    accountId: connectors.accountId,
    type: connectors.type,
    name: connectors.name,
    active: connectors.active,
  })
  .from(connectors)
  .as('connector');

/** Connectors lie in the scope of their account. */
export const scopedConnectors = inAccount(connectors, connectors);
