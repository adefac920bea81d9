import { defineFeature } from '../../platform/feature/define-feature.ts';
import { createHealth } from './health.service.ts';
import { healthPort } from './ports.ts';

export const feature = defineFeature({
  name: 'device-health',
  provides: { health: healthPort },
  create: (context) => ({ provides: { health: createHealth(context) } }),
});
