export { driverFiles, drivers, driverTests, driverVersions } from './driver.table.ts';
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
