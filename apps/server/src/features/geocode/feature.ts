import { defineFeature } from '../../platform/feature/define-feature.ts';
import { findPlacePort } from '../twins/index.ts';
import { geocodeRoutes } from './geocode.routes.ts';
import { createGeocodeService } from './geocode.service.ts';

export const feature = defineFeature({
  name: 'geocode',
  provides: { findPlace: findPlacePort },
  create(context) {
    const geocode = createGeocodeService({ ...context, geocodeUrl: context.config.geocodeUrl });
    return {
      routes: geocodeRoutes(geocode),
      provides: { findPlace: geocode.best },
    };
  },
});
