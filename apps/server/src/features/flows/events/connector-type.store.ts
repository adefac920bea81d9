import { inArray } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { connectorView } from '../../connectors/index.ts';

export async function readConnectorTypes(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: connectorView.id, type: connectorView.type })
    .from(connectorView)
    .where(inArray(connectorView.id, [...ids]));
  return new Map(rows.map(({ id, type }) => [id, type]));
}

export async function readConnectorNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: connectorView.id, name: connectorView.name })
    .from(connectorView)
    .where(inArray(connectorView.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
