export { favouriteGuard } from './favourite.policy.ts';
export { favouriteRoutes } from './favourite.routes.ts';
export { createFavouriteService } from './favourite.service.ts';
