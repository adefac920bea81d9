import type { Fault, JsonObject, Reason, RefusedValue } from '../../ingest/ports.ts';
import type { Content } from '../../ingest/steps/interpret.ts';
import type { JsonValue } from '../../platform/history/history.ts';

/** `applied`: its values are stored; `partial`: some of them. `pending`: it will be looked at in a moment. */
export type Outcome = 'applied' | 'pending' | Fault['outcome'];

export interface StoredPacket {
  /** 0 for messages that were refused at the door. */
  shard: number;
  seq: number;
  connectorId: number;
  deviceId: number | null;
  identifier: string;
  /** Milliseconds since 1970. */
  receivedAt: number;
  payload: JsonValue;
  meta: JsonObject;
  /** As the sender said. */
  time: number | null;
  sizeBytes: number;
  outcome: Outcome;
  reason: Reason | null;
  /** Values that were not taken; of many the first ones. */
  refused: readonly RefusedValue[];
}

export interface PacketQuery {
  /** This one alone. */
  place?: { shard: number; seq: number };
  /** Packets that came when the device was known by this id, or that were found to be its. */
  deviceIds?: readonly number[];
  connectorId?: number;
  /** From this moment on. */
  fromMs?: number;
  /** Earlier than this. */
  beforeMs?: number;
  limit: number;
  outcome?: Outcome;
  order?: 'newest' | 'oldest';
  /** Goes on behind this packet, in the order asked for. */
  after?: { receivedAt: number; shard: number; seq: number };
}

/** A packet with what became of it, its content unread. */
export type PacketRow = Omit<StoredPacket, keyof Content | 'sizeBytes' | 'reason' | 'refused'> & {
  content: string;
  code: string | null;
  params: Reason['params'] | null;
  refused: readonly RefusedValue[] | null;
};

export function toStored({ content, code, params, refused, ...row }: PacketRow): StoredPacket {
  const { payload, meta, time } = JSON.parse(content) as Content;
  const reason = code === null ? null : { code, params: params ?? {} };
  return { ...row, payload, meta, time, sizeBytes: Buffer.byteLength(content), reason, refused: refused ?? [] };
}

type Place = Pick<PacketRow, 'receivedAt' | 'shard' | 'seq'>;

/** Negative: `a` comes first in the order asked for. */
export function compare(order: PacketQuery['order'], a: Place, b: Place): number {
  const later = a.receivedAt - b.receivedAt || a.shard - b.shard || a.seq - b.seq;
  return order === 'oldest' ? later : -later;
}
