import { normalEui } from '@stellwerk/contract/eui';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { violates } from '../../../platform/db/violates.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import { type ConnectorIdentifiersPort, lockConnector } from '../../connectors/index.ts';
import { devices } from '../device.table.ts';

/** External ids of devices, for connectors. */
export const connectorIdentifiers: ConnectorIdentifiersPort = {
  async normaliseIds(db, connectorId) {
    await lockConnector(db, connectorId);
    const rows = await db
      .select({ twinId: devices.twinId, externalId: devices.externalId })
      .from(devices)
      .where(eq(devices.connectorId, connectorId));
    const changed = rows.flatMap(({ twinId, externalId }) => {
      const eui = normalEui(externalId);
      return eui === undefined || eui === externalId ? [] : [{ twinId, externalId, eui }];
    });
    if (changed.length === 0) return;
    await db
      .execute(
        sql`update ${devices} set external_id = given.eui
          from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as given ("twinId" bigint, eui text)
          where ${devices.twinId} = given."twinId"`,
      )
      .catch((error: unknown) => {
        if (!violates(error, 'devices_external_id')) throw error;
        const counts = Map.groupBy(rows, ({ externalId }) => normalEui(externalId));
        const [externalId = ''] = [...counts].find(([eui, same]) => eui !== undefined && same.length > 1) ?? [];
        return fail('BRIDGE_IDS_EQUAL', { externalId }, { cause: error });
      });
  },

  async findDevices(db, connectorId, identifiers) {
    if (identifiers.length === 0) return new Map();
    const rows = await db
      .select({ twinId: devices.twinId, externalId: devices.externalId })
      .from(devices)
      .where(and(eq(devices.connectorId, connectorId), inArray(devices.externalId, [...identifiers])));
    return new Map(rows.map(({ twinId, externalId }) => [externalId, twinId]));
  },
};
