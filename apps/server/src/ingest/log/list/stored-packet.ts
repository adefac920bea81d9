import type { Content } from '../../interpret/interpret.ts';
import type { Fault, Reason, RefusedValue } from '../../ports.ts';

/** `applied`: all values are stored; `partial`: some. `pending`: not processed yet. */
export type Outcome = 'applied' | 'pending' | Fault['outcome'];

export interface StoredPacket extends Content {
  /** 0 for messages that were refused on arrival. */
  shard: number;
  seq: number;
  connectorId: number;
  deviceId: number | null;
  identifier: string;
  /** Time of arrival in milliseconds since 1970. */
  receivedAt: number;
  sizeBytes: number;
  outcome: Outcome;
  reason: Reason | null;
  /** Values that were not stored; only the first ones if there are many. */
  refused: readonly RefusedValue[];
}

export interface PacketQuery {
  place?: { shard: number; seq: number };
  /** Packets assigned to these devices on arrival or later. */
  deviceIds?: readonly number[];
  connectorId?: number;
  /** Start of the span, inclusive. */
  fromMs?: number;
  /** End of the span, exclusive. */
  beforeMs?: number;
  limit: number;
  outcome?: Outcome;
  order?: 'newest' | 'oldest';
  /** Continues after this packet in the requested order. */
  after?: { receivedAt: number; shard: number; seq: number };
}

/** A packet with its outcome, content not parsed. */
export type PacketRow = Omit<StoredPacket, keyof Content | 'sizeBytes' | 'reason' | 'refused'> & {
  content: string;
  code: string | null;
  params: Reason['params'] | null;
  refused: readonly RefusedValue[] | null;
};

export function toStored({ content, code, params, refused, ...row }: PacketRow): StoredPacket {
  const reason = code === null ? null : { code, params: params ?? {} };
  return {
    ...row,
    ...(JSON.parse(content) as Content),
    sizeBytes: Buffer.byteLength(content),
    reason,
    refused: refused ?? [],
  };
}

type Place = Pick<PacketRow, 'receivedAt' | 'shard' | 'seq'>;

/** Negative if `a` is first in the requested order. */
export function compare(order: PacketQuery['order'], a: Place, b: Place): number {
  const later = a.receivedAt - b.receivedAt || a.shard - b.shard || a.seq - b.seq;
  return order === 'oldest' ? later : -later;
}
