import type { trafficOutcomes } from '@stellwerk/contract/connector';
import type { JsonValue, Reason, ReceiveResult, Refusal } from '@stellwerk/plugin/connector-server';
import type { UnknownBatch, UnknownId } from '../../ingest/log/unknown.store.ts';
import type { Db } from '../../platform/db/db.ts';
import { definePort } from '../../platform/feature/port.ts';
import type { Connectors } from './create-connectors.ts';

/** Functions of other features that connectors call. */

export interface Sender {
  connectorId: number;
  accountId: number;
  /** Set if the kind of the connector uses EUIs as identifiers, which are compared without case and separators. */
  usesEuis?: boolean;
}

/** A message in the standard form whose identifier belongs to no device and no state. */
export interface DroppedMessage {
  identifier: string;
  /** Time of arrival in milliseconds since 1970. */
  receivedAt: number;
  /** Payload, metadata and time as JSON, as in the packet log. */
  content: string;
}

export type Acceptance =
  | { isFull: false; accepted: number; refused: Refusal[]; dropped: DroppedMessage[] }
  | Extract<ReceiveResult, { isFull: true }>;

/** Stores messages as packets; resolves when the accepted ones are durable. */
export type Accept = (sender: Sender, messages: readonly JsonValue[]) => Promise<Acceptance>;

/** Counts by connector; unused connectors may be absent. */
type UseCounts = (db: Db, connectorIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;

export interface ConnectorUsesPort {
  countDevices: UseCounts;
  countRules: UseCounts;
}

export interface Traffic {
  shard: number;
  seq: number;
  deviceId: number | null;
  identifier: string;
  /** Time of arrival in milliseconds since 1970. */
  receivedAt: number;
  payload: JsonValue;
  meta: Record<string, JsonValue>;
  sizeBytes: number;
  outcome: (typeof trafficOutcomes)[number];
  reason: Reason | null;
}

export interface ConnectorPacketsPort {
  listTraffic(db: Db, connectorId: number, limit: number, outcome?: Traffic['outcome']): Promise<Traffic[]>;
  recordRefusals(db: Db, connectorId: number, refusals: readonly Refusal[], nowMs: number): Promise<void>;
  recordUnknown(db: Db, connectorId: number, unknown: readonly UnknownBatch[]): Promise<void>;
  /** The newest first. */
  listUnknown(db: Db, connectorId: number): Promise<UnknownId[]>;
  /** Rewrites unknown identifiers in the form of EUIs, and merges those that become equal. */
  normaliseUnknown(db: Db, connectorId: number): Promise<void>;
  removeUnknown(db: Db, connectorId: number, identifier: string): Promise<void>;
  /**
   * Moves the kept messages of an identifier into the packet log, in the caller's transaction, so that each is applied
   * exactly once. Returns their number.
   */
  replayUnknown(db: Db, sender: Sender, identifier: string, nowMs: number): Promise<number>;
}

/** Functions of devices that connectors call. */
export interface ConnectorIdentifiersPort {
  /** Rewrites the external ids of a connector's devices in the form of EUIs; fails if two become equal. */
  normaliseIds(db: Db, connectorId: number): Promise<void>;
  /** Devices with these external ids. */
  findDevices(db: Db, connectorId: number, identifiers: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** Timing of connectors, which tests change. */
export interface ConnectorSettings {
  pluginsDir?: string;
  pollMs?: number;
  retryDelaysMs?: readonly number[];
}

export const acceptPort = definePort<Accept>('accepted data');
export const connectorDevicesPort = definePort<ConnectorUsesPort['countDevices']>('devices of connectors');
export const connectorRulesPort = definePort<ConnectorUsesPort['countRules']>('rules of connectors');
export const connectorIdentifiersPort = definePort<ConnectorIdentifiersPort>('identifiers of devices');
export const connectorPacketsPort = definePort<ConnectorPacketsPort>('packets of connectors');
export const connectorSettingsPort = definePort<ConnectorSettings>('settings of connectors');
export const connectorsPort = definePort<Connectors>('connectors');
