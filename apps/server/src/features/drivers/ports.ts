import type { Db } from '../../platform/db/db.ts';
import { definePort } from '../../platform/feature/port.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import type { StoredPacket } from '../packets/index.ts';
import type { DriverService } from './driver.service.ts';
import type { DriverParsers } from './parser.service.ts';
import type { PublishService } from './publish.service.ts';

export interface DevicePacket {
  deviceId: number;
  deviceTitle: string;
  packet: StoredPacket;
}

/** Whose devices count: those of the accounts in which these grants let somebody read drivers, or all of them. */
export type CountedFor = readonly Grant[] | 'everybody';

/** What drivers need to know of the devices that use them. */
export interface DriverDevicesPort {
  /** How many devices use each of the drivers. */
  countByDriver(db: Db, driverIds: readonly number[], countedFor: CountedFor): Promise<Map<number, number>>;
  /** How many devices run each version of the driver, those that follow the newest one included; by version id. */
  countByVersion(db: Db, driverId: number, countedFor: CountedFor): Promise<Map<number, number>>;
  /** How many accounts beside this one and those below it have devices with the driver. */
  accountsOutside(db: Db, driverId: number, accountId: number): Promise<number>;
  /** Binds the devices that follow the newest version to this one; says how many they are. */
  pin(db: Db, driverId: number, versionId: number): Promise<number>;
  /** The newest packets of the driver's devices that the caller may see, newest first. */
  packetsOf(db: Db, actor: Actor, driverId: number, limit: number): Promise<DevicePacket[]>;
}

export interface Drivers {
  parsers: DriverParsers;
  /** For features that make drivers of their own. */
  service: Pick<DriverService, 'create' | 'remove'> & Pick<PublishService, 'publish'>;
}

export const driversPort = definePort<Drivers>('drivers');
export const driverDevicesPort = definePort<DriverDevicesPort>('devices of drivers');
