export { favourites } from './favourite.table.ts';
export { twinGuards } from './twin.policy.ts';
export { twinFiles, twinPositions, twinReferences, twins, twinUsers } from './twin.table.ts';
