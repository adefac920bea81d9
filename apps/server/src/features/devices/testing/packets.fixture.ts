import type { Device } from '@stellwerk/contract/device';
import type { TestServer } from '../../../../test/server.ts';
import { packetFaults } from '../../../ingest/log/packet.table.ts';
import { insertPackets } from '../../../ingest/log/packets.store.ts';
import { onConnectionOf } from '../../../platform/db/connection.ts';
import type { JsonValue } from '../../../platform/history/history.ts';

export interface GivenPacket {
  /** Time of arrival. */
  at: string;
  payload?: JsonValue;
  meta?: Record<string, JsonValue>;
  time?: string;
  /** Error code of the packet, if it was not fully applied. */
  fault?: string;
  outcome?: 'rejected' | 'dropped';
}

const shard = 3;
let seq = 0;

/** Stores packets in the log as already processed. */
export async function storePackets(server: TestServer, device: Device, given: readonly GivenPacket[]): Promise<void> {
  const { db } = server.database;
  const common = { accountId: device.tenantId, connectorId: device.connector.id, deviceId: device.id, shard };
  const packets = given.map(({ at, payload = {}, meta = {}, time }) => {
    seq += 1;
    const content = JSON.stringify({ payload, meta, time: time === undefined ? null : Date.parse(time) });
    return { ...common, seq, identifier: device.externalId, receivedAt: Date.parse(at), content };
  });
  await onConnectionOf(db, (client) => insertPackets(client, packets));
  await server.database.pool.query(
    'insert into ingest_cursors (shard, cursor) values ($1, $2) on conflict (shard) do update set cursor = $2',
    [shard, seq],
  );
  for (const [index, { fault, outcome = 'rejected' }] of given.entries()) {
    const packet = packets[index];
    if (!fault || !packet) continue;
    const { seq: number, receivedAt, connectorId, deviceId } = packet;
    await db
      .insert(packetFaults)
      .values({ shard, seq: number, receivedAt, connectorId, deviceId, outcome, code: fault, params: {} });
  }
}
