import { defineFeature } from '../../platform/feature/define-feature.ts';
import { favouriteGuard } from './favourite.policy.ts';
import { favouriteRoutes } from './favourite.routes.ts';
import { createFavouriteService } from './favourite.service.ts';
import { favouriteKinds } from './kind.ts';

export const feature = defineFeature({
  name: 'favourites',
  create: ({ extensions }) => ({
    guards: [favouriteGuard],
    routes: favouriteRoutes(createFavouriteService({ kinds: () => extensions(favouriteKinds) })),
  }),
});
