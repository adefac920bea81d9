/**
 * The only access to the newest values of states and the status of devices: their tables are not exported, and a test
 * refuses their names elsewhere.
 */
export { addDeviceStatus, lockDeviceStatus, noteSightings, writeHealth } from './device-status.store.ts';
export { deviceStatusView, newestView } from './newest.view.ts';
export { lockNewest, type Newest, noNewest, readNewest, withNewest, worstStatuses } from './read.store.ts';
export { addNewest, addNewestFrom, lockedTables, newestTables, prepareNewest, renumberNewest } from './write.store.ts';
