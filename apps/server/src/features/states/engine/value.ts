import type { HistorySource, JsonValue } from '../../../platform/history/history.ts';
import type { Problem } from '../compute/problem.ts';

/** A value on its way into a state. */
export interface ValueUpdate {
  stateId: number;
  value: JsonValue;
  measuredAt: Date;
  receivedAt: Date;
  origin: HistorySource;
  /** The packet it came from; 0 is the platform itself, with numbers of its own. */
  shard: number;
  seq: number;
  /** Values set by hand are meant as they are. */
  skipTransformer?: boolean;
}

/** What became of an update, or a value that was computed because of one. */
export interface AppliedValue {
  stateId: number;
  twinId: number;
  key: string;
  value: JsonValue;
  measuredAt: Date | null;
  receivedAt: Date | null;
  origin: HistorySource | null;
  /** The packet it came from, or that was refused; computed values have numbers of the platform. */
  shard: number;
  seq: number;
  /** 0 unknown, 1 ok, 2 warning, 3 error. */
  status: number;
  /** A value that is older than the newest one stands in the history alone. */
  isNewest: boolean;
  /** The newest value of the state before this update, which may lie in the same work. */
  valueBefore: JsonValue;
  measuredAtBefore: Date | null;
  isComputed: boolean;
  /** Why there is no new value; `value` and the times are then those of the old one. */
  problem: Problem | null;
}

/** Values of these come from others, or from what the platform knows. */
export const isComputed = (source: string) => source.endsWith('aggregate') || source === 'system';
