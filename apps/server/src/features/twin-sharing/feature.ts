import { defineFeature } from '../../platform/feature/define-feature.ts';
import { createPublicMapService } from './public-map.service.ts';
import { publicTwinRoutes } from './public-twin.routes.ts';
import { createPublicTwinService } from './public-twin.service.ts';
import { twinShareRoutes } from './twin-share.routes.ts';
import { createTwinShareService } from './twin-share.service.ts';

export const feature = defineFeature({
  name: 'twin-sharing',
  create(context) {
    const twin = createPublicTwinService(context);
    return {
      routes: [
        ...twinShareRoutes(createTwinShareService(context)),
        ...publicTwinRoutes({ twin, map: createPublicMapService(twin) }),
      ],
    };
  },
});
