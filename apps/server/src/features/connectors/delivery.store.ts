import type { DeliverySource } from '@stellwerk/contract/connector';
import type { Reason } from '@stellwerk/plugin/connector-server';
import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { storableParams } from '../../platform/db/storable-text.ts';
import { connectorDeliveries, connectors } from './connector.table.ts';

/** Number of deliveries kept per connector. */
export const keptDeliveries = 100;

export interface NewDelivery {
  connectorId: number;
  at: Date;
  source: DeliverySource;
  content: string;
  answer: string | null;
  reason: Reason | null;
}

/** Connectors that were deleted meanwhile are skipped. */
export async function addDeliveries(db: Db, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map(({ connectorId, reason, ...row }) => ({
    ...row,
    connector_id: connectorId,
    code: reason?.code ?? null,
    params: reason && storableParams(reason.params),
  }));
  await db.execute(sql`
    insert into ${connectorDeliveries} (connector_id, at, source, content, answer, code, params)
    select connector_id, at, source, content, answer, code, params
    from rows from (json_to_recordset(${JSON.stringify(rows)}::json) as (connector_id bigint, at timestamptz,
      source text, content text, answer text, code text, params jsonb)) with ordinality
      as row (connector_id, at, source, content, answer, code, params, n)
    where exists (select from ${connectors} where ${connectors.id} = row.connector_id)
    order by n`);
  const ids = sql.param([...new Set(deliveries.map(({ connectorId }) => connectorId))]);
  await db.execute(sql`
    delete from ${connectorDeliveries} as old using unnest(${ids}::bigint[]) as touched (connector_id)
    where old.connector_id = touched.connector_id and old.id <= (
      select id from ${connectorDeliveries} as kept where kept.connector_id = touched.connector_id
      order by id desc offset ${keptDeliveries} limit 1)`);
}

export const findDeliveries = (db: Db, connectorId: number) =>
  db
    .select()
    .from(connectorDeliveries)
    .where(eq(connectorDeliveries.connectorId, connectorId))
    .orderBy(desc(connectorDeliveries.id))
    .limit(keptDeliveries);
