export type { DeviceBulk, NewDevices } from './change/bulk.service.ts';
export { publishHealth, publishPackets } from './device.events.ts';
export { deviceStatus, devices, downlinks } from './device.table.ts';
export { deviceView, scopedDevices } from './device.view.ts';
export { createRejudge } from './health/device-health.service.ts';
export { healthDevices } from './health/health-devices.store.ts';
export { matchesDevice } from './list/filter.store.ts';
export { findReadingDevices } from './packets/reading.store.ts';
export { describeDevice, type Reading, readPackets } from './packets/reading.ts';
export { noteSightings, startOperation } from './packets/sighting.store.ts';
export {
  type DeviceConnectors,
  type Devices,
  devicesPort,
  type RemoteDevice,
  type RemoteDevices,
  type RunRules,
  remoteDevicesPort,
} from './ports.ts';
