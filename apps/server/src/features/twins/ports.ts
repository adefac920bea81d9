import type { Db } from '../../platform/db/db.ts';
import { definePort } from '../../platform/feature/port.ts';

/** A state outside of a subtree that is computed from states inside. */
export interface OutsideAggregate {
  stateId: number;
  stateTitle: string;
  twinId: number;
  twinTitle: string;
  scopePath: string;
}

/** What twins need to know of their states. */
export interface TwinStatesPort {
  /** How many states each twin has; twins without any may be missing. */
  count(db: Db, twinIds: number[]): Promise<Map<number, number>>;
  aggregatedElsewhere(db: Db, twinPath: string, limit: number): Promise<{ rows: OutsideAggregate[]; count: number }>;
  /** Copies definitions without values. Sources inside the copied part point into the copy, the others stay. */
  copy(db: Db, copies: { fromTwinId: number; toTwinId: number }[]): Promise<void>;
  synchronise(
    db: Db,
    fromTwinId: number,
    toTwinIds: number[],
    options: { dryRun: boolean },
  ): Promise<{ twinId: number; creates: number; overwrites: number }[]>;
  /** Somebody has put the twin elsewhere by hand. */
  moved(db: Db, place: { twinId: number; latitude: number; longitude: number }): Promise<void>;
}

/** The virtual devices at a twin and everything below it, the twin itself included. */
export interface TwinDevicesPort {
  countBelow(db: Db, twinPath: string): Promise<number>;
  /** Returns how many changed. */
  setDisabledBelow(db: Db, twinPath: string, disabled: boolean): Promise<number>;
}

export const twinStatesPort = definePort<TwinStatesPort>('states of twins');
export const twinDevicesPort = definePort<TwinDevicesPort>('devices of twins');
