export {
  useAccountChoices,
  useConnectorChoices,
  useDeviceGroups,
  useDeviceTags,
  useDriverChoices,
} from './choice.queries.ts';
export { useDevice } from './device.queries.ts';
export {
  apiFilterOf as deviceApiFilterOf,
  type DeviceFilterValues,
  filterOf as deviceFilterOf,
} from './device-filter.ts';
export { useDriverVersion } from './driver.queries.ts';
export { ReadyCheckFields, type ReadyCheckFieldsProps } from './health/ReadyCheckFields.tsx';
export { statusOfHealth } from './health/status-of-health.ts';
export { DeviceTable } from './list/DeviceTable.tsx';
export { DeviceOnMap } from './map/DeviceOnMap.tsx';
export { createDeviceMapSource } from './map/device-map-source.ts';
export { OperationalStatus } from './OperationalStatus.tsx';
export { CodeBlock } from './packets/CodeBlock.tsx';
export { payloadText } from './packets/packet-text.ts';
export { devicePath, devicesPath } from './paths.ts';
export { shownStatus } from './shown-status.ts';
export { useTemplateOfDevice } from './template.queries.ts';
export { useAccountFilter } from './use-account-filter.ts';
export { useDeviceFilters } from './use-device-filters.ts';
export { ConnectorStep } from './wizard/ConnectorStep.tsx';
export { DriverStep } from './wizard/DriverStep.tsx';
