import type { Db } from '../platform/db/db.ts';
import type { EpochMs, HistorySource, JsonValue } from '../platform/history/history.ts';
import type { Packet, PacketRef } from './log/packet.ts';

/** Ports of the pipeline to the rest of the product: features implement them, roles connect them. */

export type JsonObject = { [key: string]: JsonValue };

export interface Reason {
  code: string;
  params: Record<string, string | number>;
}

export interface DeviceDescription {
  id: number;
  title: string;
  tags: string[];
  keyValue: Record<string, string>;
  groups: string[];
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
  stateOf: ReadonlyMap<string, readonly number[]>;
  /** The state that stores the packet itself. */
  rawStateId: number | null;
  /** Passed to parsers as `meta.device`. */
  description: DeviceDescription;
  /** Values are forwarded to twins with these reference ids, to the states with the same key. */
  forwards: { routing: Record<string, string>; keyOf: ReadonlyMap<number, string> } | null;
}

/** A state that messages feed directly, without a device. */
export interface FedState {
  stateId: number;
  /** Path of the value in the message; empty for the whole message. */
  variable: string;
}

export interface ConnectorEntry {
  type: string;
  /** Scope of its account: it feeds twins of that account and of accounts below. */
  accountPath: string;
}

/** The configuration by which packets are interpreted. */
export interface Directory {
  deviceOf(packet: PacketRef): DeviceEntry | undefined;
  connectorOf(packet: PacketRef): ConnectorEntry | undefined;
  /** States of plain twins that name this identifier, and whose account may read the device with this identifier. */
  statesOf(packet: PacketRef): readonly FedState[];
}

/** The current configuration, cached. */
export interface LiveDirectory extends Directory {
  find(connectorId: number, identifier: string): DeviceEntry | undefined;
  /**
   * Those of the identifiers that no device and no state has. Loads new configuration before it says so, because their
   * messages are dropped.
   */
  findUnknown(connectorId: number, identifiers: readonly string[]): Promise<ReadonlySet<string>>;
  /** Version of the configuration that these entries were read from. */
  mark(): string;
  /**
   * Checks, in the transaction that stores results, whether anything has changed since the entries of this mark were
   * read. True means that the work must be repeated with new entries.
   */
  isStale(db: Db, mark: string): Promise<boolean>;
  refresh(): Promise<void>;
}

/** A cache of configuration, loaded and reloaded in the snapshot of the directory. */
export interface ConfigCache {
  load(db: Db): Promise<void>;
  reload(db: Db, changed: { twinIds: readonly number[]; accountIds: readonly number[] }): Promise<void>;
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
  origin: HistorySource;
  shard: number;
  seq: number;
}

/** A value addressed by reference ids of twins and the key of a state, instead of a state id. */
export interface RoutedValue {
  packet: PacketRef;
  routing: Record<string, string>;
  key: string;
  value: JsonValue;
  measuredAt: Date;
  /** Scope of the account whose twins, and those of accounts below, it may reach; null if its connector is deleted. */
  senderPath: string | null;
  /** Whether a fault must be recorded if no state accepts the value. */
  isExpected: boolean;
}

export interface RefusedValue extends Reason {
  /** Key of the state; if it is unknown, the name of the value in the message. */
  key: string;
}

/** The outcome of a packet that was not fully applied. */
export interface Fault {
  packet: PacketRef;
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
  /** Mark of the directory used for the interpretation, which may have changed before the packets are applied. */
  mark: string;
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
  /** Applies the work in the caller's transaction; `whole` is the union of the parts. Throws StaleError if outdated. */
  apply(db: Db, whole: Batch): Promise<Applied>;
  /** Discards the work, which is not applied or was rolled back. Later units of work must be discarded first. */
  discard(): Promise<void>;
}

export interface Applied {
  /** To be called after the commit: publishes live values and notifications. */
  publish(): void;
}
