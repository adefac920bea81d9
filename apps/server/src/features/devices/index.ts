export { bindConnector, bindDriver } from './change/binding.service.ts';
export type { DeviceBulk, NewDevices } from './change/bulk.service.ts';
export type { DeviceConfiguration, DeviceConfigurations } from './change/configuration.service.ts';
export type { DeviceInput } from './change/device-change.service.ts';
export { devices, downlinks } from './device.table.ts';
export { deviceView, scopedDevices } from './device.view.ts';
export { configVersionOf } from './directory/config-log.store.ts';
export { configChanges, configVersions } from './directory/config-log.table.ts';
export { createDirectory, type DeviceDirectory } from './directory/directory.ts';
export type { KnownDevice } from './directory/known-device.ts';
export { type Reading, readPast } from './directory/past.ts';
export { createArrivalHealth } from './health/arrival-health.ts';
export { createReevaluation } from './health/device-health.service.ts';
export { everyDevice, matchesDevice, visibleDevices } from './list/filter.store.ts';
export { createGroupFilter, type GroupFilter } from './list/group-filter.ts';
export { searchWords as deviceSearchWords } from './list/search-words.ts';
export { createArrivals } from './packets/arrivals.ts';
export {
  type DeviceConnectors,
  type DeviceLock,
  type Devices,
  deviceLocks,
  devicesPort,
  groupFilterPort,
  type ReadGroupFilter,
  type RemoteDevice,
  type RemoteDevices,
  type RunRules,
  remoteDevicesPort,
} from './ports.ts';
export { rawKey, rawState } from './states/device-states.ts';
export { edgesOf } from './statistics/buckets.ts';
export { findHealthCounts } from './statistics/statistics.store.ts';
