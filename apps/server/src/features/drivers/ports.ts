import type { StoredPacket } from '../../ingest/log/list/stored-packet.ts';
import type { Directory } from '../../ingest/ports.ts';
import type { Db } from '../../platform/db/db.ts';
import { definePort } from '../../platform/feature/port.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import type { DriverService } from './driver.service.ts';
import type { DriverParsers } from './parser.service.ts';
import type { PublishService } from './publish.service.ts';

/** Past packets, with the configuration to interpret them. */
export interface PastPackets {
  packets: StoredPacket[];
  directory: Directory;
}

/** Devices to count: those in accounts where these grants allow reading drivers, or all. */
export type CountedFor = readonly Grant[] | 'everybody';

export interface DriverDevicesPort {
  countByDriver(db: Db, driverIds: readonly number[], countedFor: CountedFor): Promise<Map<number, number>>;
  /** Number of devices per version id, including devices that follow the newest version. */
  countByVersion(db: Db, driverId: number, countedFor: CountedFor): Promise<Map<number, number>>;
  /** Number of accounts with devices of the driver that are neither this account nor below it. */
  accountsOutside(db: Db, driverId: number, accountId: number): Promise<number>;
  /** Pins devices that follow the newest version to this version, and returns their number. */
  pin(db: Db, driverId: number, versionId: number): Promise<number>;
  /** The newest packets of the driver's devices that the caller may see, newest first. */
  packetsOf(db: Db, actor: Actor, driverId: number, limit: number): Promise<PastPackets>;
}

export interface Drivers {
  parsers: DriverParsers;
  service: Pick<DriverService, 'create' | 'remove'> & Pick<PublishService, 'publish'>;
}

export const driversPort = definePort<Drivers>('drivers');
export const driverDevicesPort = definePort<DriverDevicesPort>('devices of drivers');
