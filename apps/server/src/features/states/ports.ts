import type { AppliedWork } from '../../ingest/apply/ports.ts';
import type { Db } from '../../platform/db/db.ts';
import { defineExtensionPoint, definePort } from '../../platform/feature/port.ts';
import type { JsonValue } from '../../platform/history/history.ts';
import type { Actor, Ctx } from '../../platform/http/ctx.ts';
import type { Values } from './engine/values.ts';
import type { StateUses } from './lineage.service.ts';

/** Stores values, for connectors, rules and jobs. */
export const valuesPort = definePort<Values>('values of states');

/** Lookups by features that use states, for the lineage. */
export const stateUses = defineExtensionPoint<StateUses>('uses of states');

/** Called in the transaction of values that don't come from the pipeline, such as manual ones. */
export const valueFollowers = defineExtensionPoint<(db: Db, work: AppliedWork) => Promise<void>>('followers of values');

export interface SentMessage {
  identifier: string;
  receivedAt: number;
  payload: JsonValue;
  /** The twin of the device that received the message. */
  deviceId: number | null;
}

export interface Sending {
  feedsStates: boolean;
  /** The identifier in messages: an EUI is compared without case and separators. */
  storedIdentifier(given: string): string;
}

/** The connectors, as senders of values. */
export interface StateSenders {
  /** A connector of the account, or of an account above. */
  find(db: Db, place: { connectorId: number; accountId: number }): Promise<Sending | undefined>;
  /** Those of the connectors that the author of a state may choose. */
  choosable(db: Db, author: Pick<Actor, 'grants'>, connectorIds: number[]): Promise<Set<number>>;
  /** Accepted messages, newest first. */
  newestMessages(db: Db, connectorId: number): Promise<SentMessage[]>;
}

/** Added by the connectors, which this feature can't import. */
export const stateSenders = defineExtensionPoint<StateSenders>('senders of values');

export interface StateChange {
  twinId: number;
  /** The state to change or delete; absent for a new one. */
  stateId?: number;
  /** A new state takes the values of the device's own packets. */
  feedsFromDevice?: boolean;
}

/** Fails if something else sets the state, such as the template of its device. */
export type StateLock = (db: Db, change: StateChange) => Promise<void>;

/** Added by features that set the states of twins. */
export const stateLocks = defineExtensionPoint<StateLock>('locks of states');

export interface ButtonCommand {
  twinId: number;
  connectorId: number;
  command: JsonValue;
}

export interface ButtonCommands {
  /** Throws if the connector can't send this for the account of the twin. */
  check(db: Db, command: ButtonCommand): Promise<void>;
  send(ctx: Pick<Ctx, 'db' | 'language'>, command: ButtonCommand): Promise<JsonValue>;
}

/** Added by the rules, whose commands use the same connectors. */
export const buttonCommands = defineExtensionPoint<ButtonCommands>('commands of buttons');
