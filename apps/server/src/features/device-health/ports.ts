import type { HealthEntry } from '@stellwerk/contract/health';
import type { Db } from '../../platform/db/db.ts';
import { definePort } from '../../platform/feature/port.ts';
import type { Health } from './health.service.ts';

/** A device as its checks see it. */
export interface HealthSubject {
  twinId: number;
  accountId: number;
  /** Those of its driver, then its own: of two with the same identifier the last one counts. */
  entries: readonly HealthEntry[];
  states: readonly { stateId: number; key: string }[];
  lastSeenAt: Date | null;
  /** 0 unset to 5 decommissioned. */
  operationalStatus: number;
  /** The version of its driver that the checks are of; null without a driver. */
  driverVersionId?: number | null;
}

/** Enough to tell whether the clock alone could change what the checks say. */
export interface HealthCandidate {
  twinId: number;
  entries: readonly HealthEntry[];
  /** As it was judged last; 0 is unknown. */
  health: number;
}

/** What health needs of the devices, which implement it; roles join the two. */
export interface HealthDevicesPort {
  /** Enabled devices that have checks, after this id and in the order of their ids; fewer than `limit` at the end. */
  page(db: Db, afterId: number, limit: number): Promise<HealthCandidate[]>;
  /** The accounts of devices. */
  accountsOf(db: Db, twinIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Holds enabled devices against every other judgement until the end of the transaction, then reads them. */
  lockSubjects(db: Db, twinIds: readonly number[]): Promise<HealthSubject[]>;
  writeHealth(db: Db, outcomes: readonly { twinId: number; health: number }[]): Promise<void>;
}

export const healthPort = definePort<Health>('health of devices');
