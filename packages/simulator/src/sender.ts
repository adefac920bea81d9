import type { JsonValue } from '@stellwerk/plugin/json';
import type { Signal } from '@stellwerk/plugin/profile';

/** How often the world is unkind to a packet; shares between 0 and 1. */
export interface Faults {
  /** Packets that never arrive, alone and in runs. */
  gap: number;
  /** Packets that arrive twice. */
  duplicate: number;
  /** Packets that arrive minutes to hours after they were measured. */
  late: number;
}

/** A sensor that exists only here. The same description gives the same packets, whoever asks and however often. */
export interface SenderSpec {
  /** What it is called in the packets. */
  identifier: string;
  /** The kind of its profile. */
  profile: string;
  seed: number;
  intervalSeconds?: number;
  /** In place of the profile's own. */
  signals?: Readonly<Record<string, Signal>>;
  faults?: Faults;
  /** What "days ago" in its signals counts from, and how old its battery is; 1 January 2026 unless somebody says so. */
  originMs?: number;
}

export interface SentPacket {
  /** When it arrives; a late one was measured earlier. */
  sentAtMs: number;
  measuredAtMs: number;
  /** The standard message, as connectors take it. */
  message: { id: string; time: number; payload: JsonValue; meta: { [key: string]: JsonValue } };
  /** What was true when it was measured. */
  values: Readonly<Record<string, JsonValue>>;
}

export interface Sender {
  readonly identifier: string;
  /** In the order of arrival; half-open. Values depend on the time alone, so spans may be asked for in any order. */
  packets(fromMs: number, toMs: number): Iterable<SentPacket>;
  /** When the next one arrives, strictly after this time. */
  nextAt(afterMs: number): number;
}
