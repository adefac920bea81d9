/** Milliseconds since 1970, UTC. */
export type EpochMs = number;

/** One message of one device, as decoded by the connector, before any driver runs. */
export interface NewPacket {
  accountId: number;
  connectorId: number;
  /** Null if no device has this identifier. */
  deviceId: number | null;
  identifier: string;
  receivedAt: EpochMs;
  /** JSON text: payload, meta and time of the message. */
  content: string;
}

export interface Packet extends NewPacket {
  shard: number;
  /** Ascends within the shard, in the order of commits. */
  seq: number;
}

/** A packet without its content. */
export type PacketRef = Omit<Packet, 'accountId' | 'content'>;

export const shardCount = 16;

/** Packets of one device stay in one shard, so that they keep their order. */
export function shardOf(connectorId: number, identifier: string): number {
  // FNV-1a: fast, and the same in every process and release; a change would break the order of packets in flight.
  let hash = 0x811c9dc5 ^ connectorId;
  for (let index = 0; index < identifier.length; index += 1) {
    hash = Math.imul(hash ^ identifier.charCodeAt(index), 0x01000193);
  }
  return ((hash >>> 0) % shardCount) + 1;
}
