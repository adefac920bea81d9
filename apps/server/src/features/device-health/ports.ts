import type { HealthEntry } from '@stellwerk/contract/health';
import type { Db } from '../../platform/db/db.ts';
import { definePort } from '../../platform/feature/port.ts';
import type { Health } from './health.service.ts';

export interface HealthSubject {
  twinId: number;
  accountId: number;
  /** Checks of the driver, then of the device: the last one with an identifier applies. */
  entries: readonly HealthEntry[];
  states: readonly { stateId: number; key: string }[];
  lastSeenAt: Date | null;
  /** Operational status from 0, unset, to 5, decommissioned. */
  operationalStatus: number;
  /** Driver version of the checks; null without a driver. */
  driverVersionId?: number | null;
}

/** Data to decide whether time alone could change the results of the checks. */
export interface HealthCandidate {
  twinId: number;
  entries: readonly HealthEntry[];
  /** The stored health; 0 is unknown. */
  health: number;
}

export interface HealthDevicesPort {
  /** Enabled devices with checks, in the order of their ids, after this one; fewer than `limit` at the end. */
  page(db: Db, afterId: number, limit: number): Promise<HealthCandidate[]>;
  accountsOf(db: Db, twinIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Locks enabled devices against other evaluations until the end of the transaction, and reads them. */
  lockSubjects(db: Db, twinIds: readonly number[]): Promise<HealthSubject[]>;
  writeHealth(db: Db, outcomes: readonly { twinId: number; health: number }[]): Promise<void>;
}

export const healthPort = definePort<Health>('health of devices');
