import type { JsonValue } from '@stellwerk/plugin/json';
import type { Signal } from '@stellwerk/plugin/profile';

/** Transmission faults as shares of all packets, between 0 and 1. */
export interface Faults {
  /** Packets that are lost, alone and in runs. */
  gap: number;
  /** Packets that arrive twice. */
  duplicate: number;
  /** Packets that arrive minutes to hours after they were measured. */
  late: number;
}

/** A simulated sensor. The same description always gives the same packets. */
export interface SenderSpec {
  /** Identifier in the packets. */
  identifier: string;
  /** Kind of its profile. */
  profile: string;
  seed: number;
  intervalSeconds?: number;
  /** Overrides signals of the profile. */
  signals?: Readonly<Record<string, Signal>>;
  faults?: Faults;
  /** Reference time for "days ago" in signals and for the age of the battery; 1 January 2026 by default. */
  originMs?: number;
}

export interface SentPacket {
  /** Time of arrival; a late packet was measured earlier. */
  sentAtMs: number;
  measuredAtMs: number;
  /** The message in the standard format of connectors. */
  message: { id: string; time: number; payload: JsonValue; meta: { [key: string]: JsonValue } };
  /** The real values at the time of the measurement. */
  values: Readonly<Record<string, JsonValue>>;
}

export interface Sender {
  readonly identifier: string;
  /**
   * Packets in order of arrival in a half-open span. Values depend only on the time, so spans may be read in any order.
   */
  packets(fromMs: number, toMs: number): Iterable<SentPacket>;
  /** Arrival time of the next packet, strictly after this time. */
  nextAt(afterMs: number): number;
}
