export { createPublicMapService } from './public-map.service.ts';
export { publicTwinRoutes } from './public-twin.routes.ts';
export { createPublicTwinService } from './public-twin.service.ts';
export { twinShareRoutes } from './twin-share.routes.ts';
export { createTwinShareService } from './twin-share.service.ts';
export { twinShares } from './twin-share.table.ts';
