import type { HistorySource, JsonValue } from '../../../platform/history/history.ts';
import type { Problem } from '../compute/problem.ts';

/** The position of a packet in the log. */
export interface PacketNumber {
  shard: number;
  seq: number;
}

/** A value that is to be stored in a state. */
export interface ValueUpdate {
  stateId: number;
  value: JsonValue;
  measuredAt: Date;
  receivedAt: Date;
  origin: HistorySource;
  /** The packet that the value came from. Shard 0 is the platform itself, with its own sequence numbers. */
  shard: number;
  seq: number;
  /** Values set by hand bypass the transformer. */
  skipTransformer?: boolean;
}

/** The outcome of an update, or of a value that was computed because of one. */
export interface AppliedValue {
  stateId: number;
  twinId: number;
  key: string;
  value: JsonValue;
  measuredAt: Date | null;
  receivedAt: Date | null;
  origin: HistorySource | null;
  /** The accepted or refused packet; computed values have sequence numbers of the platform. */
  shard: number;
  seq: number;
  /** The packet that a computed value derives from. */
  packet?: PacketNumber | undefined;
  /** 0 unknown, 1 ok, 2 warning, 3 error. */
  status: number;
  /** False for a value that is older than the newest one: it is stored in the history only. */
  isNewest: boolean;
  /** The newest value before this update; it may come from the same work. */
  valueBefore: JsonValue;
  measuredAtBefore: Date | null;
  isComputed: boolean;
  /** The reason why there is no new value; `value` and the times are then the old ones. */
  problem: Problem | null;
}

/** States whose values are computed from other states, or set by the platform. */
export const isComputed = (source: string) => source.endsWith('aggregate') || source === 'system';
