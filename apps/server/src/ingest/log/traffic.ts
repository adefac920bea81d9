import type { Batch } from '../ports.ts';
import type { ConnectorCount } from './traffic.store.ts';

const hourMs = 3_600_000;

/** Packets, faults and bytes per connector and hour. */
export function trafficOf({ packets, faults }: Pick<Batch, 'packets' | 'faults'>): ConnectorCount[] {
  const counts = new Map<string, ConnectorCount>();
  const at = ({ connectorId, receivedAt }: { connectorId: number; receivedAt: number }) => {
    const hour = receivedAt - (receivedAt % hourMs);
    const key = `${connectorId} ${hour}`;
    const known = counts.get(key);
    if (known) return known;
    const fresh = { connectorId, hourMs: hour, accepted: 0, rejected: 0, bytes: 0 };
    counts.set(key, fresh);
    return fresh;
  };
  for (const packet of packets) {
    const count = at(packet);
    count.accepted += 1;
    count.bytes += packet.content.length;
  }
  for (const { packet } of faults) at(packet).rejected += 1;
  return [...counts.values()];
}
