import { unknownLimits } from '@stellwerk/contract/unknown-id';
import type { UnknownBatch } from '../../ingest/log/unknown.store.ts';
import type { DroppedMessage } from './ports.ts';

interface Waiting {
  byId: Map<string, UnknownBatch & { messages: DroppedMessage[] }>;
  bytes: number;
}

/**
 * Dropped messages between two writes, within the limits of the stored list. The ids without a message for the longest
 * time are removed first.
 */
export function createUnknownBuffer() {
  let waiting = new Map<number, Waiting>();

  function add(own: Waiting, message: DroppedMessage): void {
    const { identifier, receivedAt, content } = message;
    const known = own.byId.get(identifier) ?? { identifier, count: 0, firstAt: receivedAt, lastAt: 0, messages: [] };
    known.count += 1;
    known.lastAt = receivedAt;
    if (own.bytes + content.length <= unknownLimits.keptBytes) {
      own.bytes += content.length;
      known.messages.push(message);
    }
    if (known.messages.length > unknownLimits.keptPerId) own.bytes -= known.messages.shift()?.content.length ?? 0;
    // A map keeps the order of insertion, so its first entry has had no message for the longest time.
    own.byId.delete(identifier);
    own.byId.set(identifier, known);
    if (own.byId.size <= unknownLimits.ids) return;
    const [oldest] = own.byId.values();
    if (!oldest) return;
    own.byId.delete(oldest.identifier);
    own.bytes -= oldest.messages.reduce((sum, each) => sum + each.content.length, 0);
  }

  return {
    add(connectorId: number, dropped: readonly DroppedMessage[]): void {
      if (dropped.length === 0) return;
      const own = waiting.get(connectorId) ?? { byId: new Map(), bytes: 0 };
      waiting.set(connectorId, own);
      for (const message of dropped) add(own, message);
    },
    take(): [connectorId: number, batches: UnknownBatch[]][] {
      const taken = [...waiting].map(([id, { byId }]): [number, UnknownBatch[]] => [id, [...byId.values()]]);
      waiting = new Map();
      return taken;
    },
  };
}
