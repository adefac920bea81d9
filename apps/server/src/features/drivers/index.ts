export { driverGuards } from './driver.policy.ts';
export { driverFiles, drivers, driverTests, driverVersions } from './driver.table.ts';
