import type { ErrorCode } from '@stellwerk/contract/errors';
import type { Db, LazyDb } from '../../platform/db/db.ts';
import { defineExtensionPoint } from '../../platform/feature/port.ts';
import type { HistorySource, JsonValue } from '../../platform/history/history.ts';
import type { Packet } from '../log/packet.ts';
import type { Applied, ConfigCache, Fault, RoutedValue, Sighting, Update } from '../ports.ts';

/** Ports of the effects of a batch: what features contribute to the transaction that applies it. */

/** The position of a packet in the log. */
export interface PacketNumber {
  shard: number;
  seq: number;
}

/** The outcome of an update, or of a value that was computed because of one. */
export interface AppliedValue {
  stateId: number;
  twinId: number;
  key: string;
  value: JsonValue;
  measuredAt: Date | null;
  receivedAt: Date | null;
  origin: HistorySource | null;
  /** The accepted or refused packet; computed values have sequence numbers of the platform. */
  shard: number;
  seq: number;
  /** The packet that a computed value derives from. */
  packet?: PacketNumber | undefined;
  /** 0 unknown, 1 ok, 2 warning, 3 error. */
  status: number;
  /** False for a value that is older than the newest one: it is stored in the history only. */
  isNewest: boolean;
  /** The newest value before this update; it may come from the same work. */
  valueBefore: JsonValue;
  measuredAtBefore: Date | null;
  isComputed: boolean;
  /** The reason why there is no new value; `value` and the times are then the old ones. */
  problem: { code: ErrorCode; params: Record<string, string | number> } | null;
}

/** A new position of a twin, from its coordinate states. */
export interface Place {
  twinId: number;
  latitude: number;
  longitude: number;
  measuredAt: Date;
}

export interface AppliedWork {
  applied: readonly AppliedValue[];
  places: readonly Place[];
  /** Number of rules in the chain between the value from outside and this work. */
  depth: number;
}

export type OnSealed = (applied: readonly AppliedValue[]) => void;

/** The values of one unit of work. */
export interface ValueWork {
  /** Appends updates; they may be computed before it is this work's turn. */
  add(updates: readonly Update[]): void;
  /**
   * Stores the values with further updates, in the caller's transaction. `onSealed` receives the result, usually before
   * it is written. `unruled` is the work that rules have not evaluated yet. Throws StaleError if the states have changed.
   */
  apply(
    turn: LazyDb,
    further: readonly Update[],
    onSealed: OnSealed,
  ): Promise<{ applied: readonly AppliedValue[]; unruled: AppliedWork | null }>;
  /** To be called after the commit. */
  settle(): void;
  /** Later units of work must be discarded first. */
  discard(): Promise<void>;
}

/** The only access of the pipeline to the newest values of states. */
export interface NewestValues {
  /** Units of work are begun in the order of their packets. */
  begin(): ValueWork;
}

/** The newest values, computed separately for accounts that have a lane. */
export interface ValueLanes extends NewestValues {
  openLane(accountId: number): NewestValues & { close(): void };
}

/** Flows read packets and values in the transaction that applies them: exactly once, and never without the values. */
export interface FlowTriggers {
  /** Called with packets as decoded by their connector, before their device is known. */
  before(db: Db, packets: readonly Packet[]): Promise<void>;
  /** Called with the applied values, including all computed ones. */
  after(db: Db, applied: readonly AppliedValue[]): Promise<void>;
  /** Whether flows of this account want messages with identifiers that no device and no state has. */
  takesUnknown(accountId: number): boolean;
}

export interface EffectPorts {
  devices: {
    startOperation(db: Db, sightings: readonly Sighting[]): Promise<void>;
    /** Called after the commit. */
    publishPackets(news: { sightings: readonly Sighting[]; faults: readonly Fault[] }): void;
  };
  states: {
    routeValues(db: Db, values: readonly RoutedValue[]): Promise<{ updates: Update[]; unmatched: RoutedValue[] }>;
    /** Called after the commit. */
    publishApplied(applied: readonly AppliedValue[]): void;
  };
  /** Evaluates the health of devices that have just sent something; checks that need no reads before `turn` resolves. */
  evaluateHealth(turn: LazyDb, sightings: readonly Sighting[], applied: readonly AppliedValue[]): Promise<Applied>;
  /** Evaluates rules; `settle` is called after the commit. */
  runRules?(db: Db, work: AppliedWork): Promise<{ settle(): void }>;
  flows?: FlowTriggers;
}

/** Rules that are evaluated over the values of each batch. */
export interface PipelineRules {
  ruleCache: ConfigCache;
  step: NonNullable<EffectPorts['runRules']>;
}

export const pipelineRules = defineExtensionPoint<PipelineRules>('rules of the pipeline');

/** Flows that receive the packets and values of each batch. */
export interface PipelineFlows {
  flowCache: ConfigCache;
  triggers: FlowTriggers;
}

export const pipelineFlows = defineExtensionPoint<PipelineFlows>('flows of the pipeline');
