export { geocodeRoutes } from './geocode.routes.ts';
export { createGeocodeService } from './geocode.service.ts';
