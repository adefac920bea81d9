export { fleets } from './fleet.table.ts';
export { sendersOf as fleetSenders } from './fleet-devices.ts';
export { type Simulator, simulatorPort } from './ports.ts';
export type { Profiles } from './profiles.ts';
export { readProfiles } from './profiles.ts';
export type { SimulatorRunner, VirtualSenders } from './runner.ts';
export { createSchedule } from './schedule.ts';
export { discoverSenders } from './senders.ts';
