import type { ErrorCode } from '@stellwerk/contract/errors';
import type { Db } from '../../platform/db/db.ts';
import { defineExtensionPoint, definePort } from '../../platform/feature/port.ts';
import type { Actor, Ctx } from '../../platform/http/ctx.ts';

/** A state outside of a subtree that is computed from states inside. */
export interface OutsideAggregate {
  stateId: number;
  stateTitle: string;
  twinId: number;
  twinTitle: string;
  scopePath: string;
}

export interface StateCopies {
  author: Pick<Actor, 'grants'>;
  copies: readonly { fromTwinId: number; toTwinId: number }[];
}

export interface TwinStatesPort {
  /** Number of states per twin; twins without states may be absent. */
  count(db: Db, twinIds: number[]): Promise<Map<number, number>>;
  aggregatedElsewhere(db: Db, twinPath: string, limit: number): Promise<{ rows: OutsideAggregate[]; count: number }>;
  /**
   * Copies definitions without values. Sources inside the copied subtree are replaced by their copies. Other sources and
   * connectors stay if the author could choose them for the copy.
   */
  copy(db: Db, copies: StateCopies): Promise<void>;
  synchronise(
    db: Db,
    fromTwinId: number,
    toTwinIds: number[],
    options: { author: Pick<Actor, 'grants'>; dryRun: boolean },
  ): Promise<{ twinId: number; creates: number; overwrites: number }[]>;
  /** Called after a user has moved a twin by hand. */
  moved(db: Db, place: { twinId: number; latitude: number; longitude: number }): Promise<void>;
}

export interface TwinDevicesPort {
  countBelow(db: Db, twinPath: string): Promise<number>;
  /** Returns the number of changed devices. */
  setDisabledBelow(db: Db, twinPath: string, disabled: boolean): Promise<number>;
}

/** The user in whose name rules are copied; a background job has no session. */
export type CopyAuthor = Pick<Actor, 'userId' | 'grants'>;

/** A rule that the author could not save at a twin, with the reason. */
export interface LeftOutRule {
  title: string;
  code: ErrorCode;
  params: Record<string, string | number>;
}

export interface CarriedRules {
  twinId: number;
  creates: number;
  overwrites: number;
  leftOut: LeftOutRule[];
}

export interface RuleCopies {
  author: CopyAuthor;
  copies: readonly { fromTwinId: number; toTwinId: number }[];
  dryRun: boolean;
}

/** Brings rules to other twins by title, after their states. Further rules of a target stay. */
export type CarryRules = (db: Db, copies: RuleCopies) => Promise<CarriedRules[]>;

export const ruleCarriers = defineExtensionPoint<CarryRules>('carriers of rules');

/** The best place for an address; undefined if the operator has named no service, or it finds none. */
export type FindPlace = (ctx: Ctx, address: string) => Promise<{ latitude: number; longitude: number } | undefined>;

export const findPlacePort = definePort<FindPlace>('places of addresses');
export const twinStatesPort = definePort<TwinStatesPort>('states of twins');
export const twinDevicesPort = definePort<TwinDevicesPort>('devices of twins');
