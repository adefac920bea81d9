import type { trafficOutcomes } from '@stellwerk/contract/connector';
import type { JsonValue, Reason, ReceiveResult, Refusal } from '@stellwerk/plugin/connector-server';
import type { Db } from '../../platform/db/db.ts';
import { definePort } from '../../platform/feature/port.ts';
import type { Connectors } from './create-connectors.ts';

/** What connectors need of features that build on them. */

export interface Sender {
  connectorId: number;
  accountId: number;
}

/** The way in: resolves when what was accepted can't be lost any more. */
export type Accept = (sender: Sender, messages: readonly JsonValue[]) => Promise<ReceiveResult>;

/** By connector; those that nothing uses may be left out. */
type UseCounts = (db: Db, connectorIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;

export interface ConnectorUsesPort {
  countDevices: UseCounts;
  /** Rules whose commands go through it. */
  countRules: UseCounts;
}

export interface Traffic {
  shard: number;
  seq: number;
  deviceId: number | null;
  identifier: string;
  /** Milliseconds since 1970. */
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
}

/** How connectors run; for tests. */
export interface ConnectorSettings {
  pluginsDir?: string;
  pollMs?: number;
  retryDelaysMs?: readonly number[];
}

export const acceptPort = definePort<Accept>('accepted data');
export const connectorDevicesPort = definePort<ConnectorUsesPort['countDevices']>('devices of connectors');
export const connectorRulesPort = definePort<ConnectorUsesPort['countRules']>('rules of connectors');
export const connectorPacketsPort = definePort<ConnectorPacketsPort>('packets of connectors');
export const connectorSettingsPort = definePort<ConnectorSettings>('settings of connectors');
export const connectorsPort = definePort<Connectors>('connectors');
