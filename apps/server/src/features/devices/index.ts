export type { DeviceBulk, NewDevices } from './bulk.service.ts';
export { publishHealth, publishPackets } from './device.events.ts';
export { deviceStatus, devices, downlinks } from './device.table.ts';
export { deviceView, scopedDevices } from './device.view.ts';
export { matchesDevice } from './filter.store.ts';
export { createRejudge } from './health/device-health.service.ts';
export { healthDevices } from './health-devices.store.ts';
export {
  type DeviceConnectors,
  type Devices,
  devicesPort,
  type RemoteDevice,
  type RemoteDevices,
  type RunRules,
  remoteDevicesPort,
} from './ports.ts';
export { findReadingDevices } from './reading.store.ts';
export { describeDevice, type Reading, readPackets } from './reading.ts';
export { noteSightings, startOperation } from './sighting.store.ts';
