import { defineFeature } from '../../platform/feature/define-feature.ts';
import { mergeTwinCells } from './cell.job.ts';
import { twinMapRoutes } from './twin-map.routes.ts';
import { createTwinMapService } from './twin-map.service.ts';

export const feature = defineFeature({
  name: 'twin-map',
  create: ({ clock, config }) => ({
    routes: twinMapRoutes(createTwinMapService({ clock }), config.maps?.styles),
    schedules: [mergeTwinCells],
  }),
});
