export { deviceGuards } from './device.policy.ts';
export { deviceStatus, devices, downlinks } from './device.table.ts';
