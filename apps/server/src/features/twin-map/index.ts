export { mergeDifferences } from './cell.store.ts';
export { type MapFilter, type MapQuery, readCluster, readMap, readMeta } from './read-map.ts';
export { createTwinMapService } from './twin-map.service.ts';
