import type { Db } from '../platform/db/db.ts';
import type { EpochMs, JsonValue } from '../platform/history/history.ts';
import type { Packet } from './log/packet.ts';

/**
 * Everything that the pipeline needs from the rest of the product. Features implement these ports, roles connect them.
 */

export type JsonObject = { [key: string]: JsonValue };

export interface Reason {
  code: string;
  params: Record<string, string | number>;
}

/** A device as the pipeline sees it, loaded in advance and cached. */
export interface DeviceEntry {
  twinId: number;
  accountId: number;
  /** Scope of its account: values are only forwarded to twins of that account and of accounts below. */
  accountPath: string;
  isDisabled: boolean;
  /** The parser that turns its packets into variables; null if the fields of the payload are the variables. */
  parserId: number | null;
  /** States by the variable that feeds them. */
  stateOf: ReadonlyMap<string, readonly number[]>;
  /** The state that stores the packet itself. */
  rawStateId: number | null;
  /** Passed to parsers as `meta.device`. */
  description: JsonObject;
  /** Values are forwarded to twins with these reference ids, to the states with the same key. */
  forwards: { routing: Record<string, string>; keyOf: ReadonlyMap<number, string> } | null;
}

/** A state that messages feed directly, without a device. */
export interface FedState {
  stateId: number;
  /** Path of the value in the message; empty for the whole message. */
  variable: string;
}

export interface Directory {
  find(connectorId: number, identifier: string): DeviceEntry | undefined;
  /** States of plain twins that name this identifier, and whose account may read the device with this identifier. */
  statesOf(connectorId: number, identifier: string): readonly FedState[];
  /** Version of the configuration that these entries were read from. */
  mark(): string;
  /**
   * Checks, in the transaction that stores results, whether anything has changed since the entries of this mark were
   * read. True means that the work must be repeated with new entries.
   */
  isStale(db: Db, mark: string): Promise<boolean>;
  refresh(): Promise<void>;
}

export interface ParserInput {
  payload: JsonValue;
  meta: JsonObject;
  receivedAt: EpochMs;
  /** Account of the device, for fair scheduling of scripts between accounts. Not visible to parsers. */
  accountId: number;
}

export type Parsed =
  /** One set of variables per time; null means the time of the packet. `complaint`: some values could not be used. */
  { ok: true; sets: { at: EpochMs | null; values: JsonObject }[]; complaint?: Reason } | { ok: false; reason: Reason };

export interface Parsers {
  /** One result per input, in the same order; a failing input doesn't affect the others. */
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

/** A value addressed by reference ids of twins and the key of a state, instead of a state id. */
export interface RoutedValue {
  packet: Packet;
  routing: Record<string, string>;
  key: string;
  value: JsonValue;
  measuredAt: Date;
  /** Scope of the account of the forwarding device; null if the message itself names the reference ids. */
  senderPath: string | null;
  /** Whether a fault must be recorded if no state accepts the value. */
  isExpected: boolean;
}

/** A value of a packet that was refused. */
export interface RefusedValue extends Reason {
  /** Key of the state; if it is unknown, the name of the value in the message. */
  key: string;
}

/** The outcome of a packet that was not fully applied. */
export interface Fault {
  packet: Packet;
  deviceId: number | null;
  /** `partial`: some of its values were accepted. */
  outcome: 'dropped' | 'rejected' | 'partial';
  reason: Reason;
  refused?: readonly RefusedValue[];
}

/** Records that a device has sent something. */
export interface Sighting {
  twinId: number;
  receivedAt: Date;
  packets: number;
}

export interface Batch {
  /**
   * Mark of the directory that the packets were interpreted with; the directory may have changed before they are
   * applied.
   */
  mark: string;
  /** All packets that this batch applies. */
  packets: readonly Packet[];
  /** All packets taken from the log for this batch, including those of slow accounts, which are parked. */
  taken: readonly Packet[];
  updates: readonly Update[];
  routed: readonly RoutedValue[];
  sightings: readonly Sighting[];
  faults: readonly Fault[];
  /** Packets that arrived before their device was known, or while it had another connector. */
  adopted: readonly { packet: Packet; deviceId: number }[];
}

export interface Sink {
  /** Units of work are begun and applied in the order of their packets. */
  begin(): Work;
}

/** The unit of work that one transaction applies. */
export interface Work {
  /** Adds a part behind the previous ones; it may be computed before it is this work's turn to be applied. */
  add(part: Batch): void;
  /**
   * Applies the whole work in the caller's transaction; `whole` is the union of the parts. Throws StaleError if it was
   * based on outdated data.
   */
  apply(db: Db, whole: Batch): Promise<Applied>;
  /** Discards the work, which is not applied or was rolled back. Later units of work must be discarded first. */
  discard(): Promise<void>;
}

export interface Applied {
  /** To be called after the commit: publishes live values and notifications. */
  publish(): void;
}
