import type { Db } from '../platform/db/db.ts';
import type { EpochMs, JsonValue } from '../platform/history/history.ts';
import type { Packet } from './log/packet.ts';

/** What the pipeline needs of the rest of the product. Features implement it, roles join them. */

export type JsonObject = { [key: string]: JsonValue };

export interface Reason {
  code: string;
  params: Record<string, string | number>;
}

/** A device as the pipeline sees it, read ahead of the packets and kept in memory. */
export interface DeviceEntry {
  twinId: number;
  accountId: number;
  isDisabled: boolean;
  /** Which parser turns its packets into variables; null: the payload's own fields are the variables. */
  parserId: number | null;
  /** Which state takes which variable. */
  stateOf: ReadonlyMap<string, number>;
  /** Takes the packet itself. */
  rawStateId: number | null;
  /** Handed to parsers as `meta.device`. */
  description: JsonObject;
}

export interface Directory {
  find(connectorId: number, identifier: string): DeviceEntry | undefined;
  /**
   * Part of the transaction that holds results: did anything change since these entries were read? True means that the
   * work must be done again with new entries.
   */
  isStale(db: Db, accountIds: readonly number[]): Promise<boolean>;
  refresh(): Promise<void>;
}

export interface ParserInput {
  payload: JsonValue;
  meta: JsonObject;
  receivedAt: EpochMs;
}

export type Parsed =
  /** One set of variables for each time; without a time it is that of the packet. `complaint`: some were given, but… */
  { ok: true; sets: { at: EpochMs | null; values: JsonObject }[]; complaint?: Reason } | { ok: false; reason: Reason };

export interface Parsers {
  /** One result an input, in their order; one that fails leaves the others alone. */
  parse(parserId: number, inputs: readonly ParserInput[]): Promise<Parsed[]>;
}

export interface Update {
  stateId: number;
  value: JsonValue;
  measuredAt: Date;
  receivedAt: Date;
  origin: 'live' | 'rederived';
  shard: number;
  seq: number;
}

/** What became of a packet that was not simply applied. */
export interface Fault {
  packet: Packet;
  deviceId: number | null;
  outcome: 'dropped' | 'rejected';
  reason: Reason;
}

/** A device has sent something. */
export interface Sighting {
  twinId: number;
  receivedAt: Date;
  packets: number;
}

export interface Batch {
  updates: readonly Update[];
  sightings: readonly Sighting[];
  faults: readonly Fault[];
}

export interface Sink {
  /** All of it in the caller's transaction. */
  apply(db: Db, batch: Batch): Promise<Applied>;
}

export interface Applied {
  /** Once the transaction has been committed: live values, hints to others. */
  publish(): void;
}
