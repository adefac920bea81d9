import type { trafficOutcomes } from '@stellwerk/contract/connector';
import type { JsonValue, Reason, ReceiveResult, Refusal } from '@stellwerk/plugin/connector-server';
import type { Db } from '../../platform/db/db.ts';

/** What connectors need of features that build on them; roles/ joins them. */

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
