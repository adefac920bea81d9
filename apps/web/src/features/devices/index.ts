export { useAccountChoices } from './choice.queries.ts';
export { useDevice } from './device.queries.ts';
export { filterOf as deviceFilterOf } from './device-filter.ts';
export { useDriverVersion } from './driver.queries.ts';
export { OperationalStatus } from './OperationalStatus.tsx';
export { CodeBlock } from './packets/CodeBlock.tsx';
export { payloadText } from './packets/packet-text.ts';
export { devicePath, devicesPath } from './paths.ts';
export { useDeviceFilters } from './use-device-filters.ts';
