import { defineFeature } from '../../platform/feature/define-feature.ts';
import { geocodeRoutes } from './geocode.routes.ts';
import { createGeocodeService } from './geocode.service.ts';

export const feature = defineFeature({
  name: 'geocode',
  create: (context) => ({
    routes: geocodeRoutes(createGeocodeService({ ...context, geocodeUrl: context.config.geocodeUrl })),
  }),
});
