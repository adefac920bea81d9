export { driverFiles, drivers, driverTests, driverVersions } from './driver.table.ts';
export { driverVersionView, driverView, scopedDrivers } from './driver.view.ts';
export type { DriverParsers } from './parser.service.ts';
export type { Parsing } from './parsers/kind.ts';
export {
  type CountedFor,
  type DevicePacket,
  type DriverDevicesPort,
  type Drivers,
  driverDevicesPort,
  driversPort,
} from './ports.ts';
export { newestVersionOf } from './version.store.ts';
