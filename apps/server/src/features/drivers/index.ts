export { driverFiles, drivers, driverTests, driverVersions } from './driver.table.ts';
export { driverVersionView, driverView, scopedDrivers, versionInUse } from './driver.view.ts';
export { isUsableDriver } from './guard.store.ts';
export type { DriverParsers } from './parser.service.ts';
export type { Parsing } from './parsers/kind.ts';
export {
  type CountedFor,
  type DriverDevicesPort,
  type Drivers,
  driverDevicesPort,
  driversPort,
} from './ports.ts';
export { newestVersionOf } from './version.store.ts';
