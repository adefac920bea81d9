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
  /** The scope of its account: its values go on to twins of that account and below alone. */
  accountPath: string;
  isDisabled: boolean;
  /** Which parser turns its packets into variables; null: the payload's own fields are the variables. */
  parserId: number | null;
  /** Which states take which variable. */
  stateOf: ReadonlyMap<string, readonly number[]>;
  /** Takes the packet itself. */
  rawStateId: number | null;
  /** Handed to parsers as `meta.device`. */
  description: JsonObject;
  /** Its values go on to the twins with these reference ids, to the states of the same key. */
  forwards: { routing: Record<string, string>; keyOf: ReadonlyMap<number, string> } | null;
}

/** A state that is fed without a device. */
export interface FedState {
  stateId: number;
  /** Where in the message its value stands; empty for the message itself. */
  variable: string;
}

export interface Directory {
  find(connectorId: number, identifier: string): DeviceEntry | undefined;
  /** States of plain twins that name this identifier and may read the device that has it. */
  statesOf(connectorId: number, identifier: string): readonly FedState[];
  /** Which configuration these entries come from. */
  mark(): string;
  /**
   * Part of the transaction that holds results: did anything change since the entries of this mark were read? True means
   * that the work must be done again with new entries.
   */
  isStale(db: Db, mark: string): Promise<boolean>;
  refresh(): Promise<void>;
}

export interface ParserInput {
  payload: JsonValue;
  meta: JsonObject;
  receivedAt: EpochMs;
  /** Of the device: accounts take turns at running scripts. Parsers don't see it. */
  accountId: number;
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

/** A value that names reference ids of twins and the key of a state there, instead of the state. */
export interface RoutedValue {
  packet: Packet;
  routing: Record<string, string>;
  key: string;
  value: JsonValue;
  measuredAt: Date;
  /** The scope of the account of the device that sends it on; null for a message that names the reference ids itself. */
  senderPath: string | null;
  /** Whether somebody must be told when no state takes it. */
  isExpected: boolean;
}

/** A value of a packet that was not taken. */
export interface RefusedValue extends Reason {
  /** Of the state; where none is known, the name of the value in the message. */
  key: string;
}

/** What became of a packet that was not simply applied. */
export interface Fault {
  packet: Packet;
  deviceId: number | null;
  /** `partial`: some of its values were taken. */
  outcome: 'dropped' | 'rejected' | 'partial';
  reason: Reason;
  refused?: readonly RefusedValue[];
}

/** A device has sent something. */
export interface Sighting {
  twinId: number;
  receivedAt: Date;
  packets: number;
}

export interface Batch {
  /** Of the directory by which the packets were judged: it may have moved on by the time they are applied. */
  mark: string;
  /** All of them, for whoever counts. */
  packets: readonly Packet[];
  /** All packets taken from the log for this batch, including those of slow accounts, which are parked. */
  taken: readonly Packet[];
  updates: readonly Update[];
  routed: readonly RoutedValue[];
  sightings: readonly Sighting[];
  faults: readonly Fault[];
  /** Packets that came before their device was known, or when it had another connector. */
  adopted: readonly { packet: Packet; deviceId: number }[];
}

export interface Sink {
  /** Works are begun, and applied, in the order of their packets. */
  begin(): Work;
}

/** What one transaction applies. */
export interface Work {
  /** A part of it, behind those given before: whatever it comes to may be computed before it is this work's turn. */
  add(part: Batch): void;
  /**
   * All of it, in the caller's transaction; `whole` is made of the parts. Throws StaleError where it was based on something
   * that has changed.
   */
  apply(db: Db, whole: Batch): Promise<Applied>;
  /** It is not applied after all, or the transaction was rolled back. Works that were begun later are discarded before. */
  discard(): Promise<void>;
}

export interface Applied {
  /** Once the transaction has been committed: live values, hints to others. */
  publish(): void;
}
