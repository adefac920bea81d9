export { twinShares } from './twin-share.table.ts';
