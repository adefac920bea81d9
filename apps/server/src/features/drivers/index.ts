export { driverGuards } from './driver.policy.ts';
export { driverFiles, drivers, driverTests, driverVersions } from './driver.table.ts';
export { createDrivers, type Drivers } from './drivers.service.ts';
export { isUsable as isUsableDriver, usableDrivers } from './guard.store.ts';
export type { DriverParsers } from './parser.service.ts';
export type { Parsing } from './parsers/kind.ts';
export type { CountedFor, DevicePacket, DriverDevicesPort } from './ports.ts';
export { newestVersionOf } from './version.store.ts';
