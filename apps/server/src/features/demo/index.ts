export { findDemoJob, findWorld } from './demo.store.ts';
export { demoWorlds } from './demo.table.ts';
export { demoPort } from './ports.ts';
export { removeWorld } from './removal.service.ts';
export { requestRemoval } from './removal-request.service.ts';
