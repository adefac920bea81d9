import { defineFeature } from '../../platform/feature/define-feature.ts';
import { searchKinds, searchTimeLimitPort } from './kind.ts';
import { searchRoutes } from './search.routes.ts';
import { createSearchService } from './search.service.ts';

export const feature = defineFeature({
  name: 'search',
  needs: { timeLimitMs: searchTimeLimitPort.optional },
  create: ({ extensions }, { timeLimitMs }) => ({
    routes: searchRoutes(createSearchService({ kinds: () => extensions(searchKinds), timeLimitMs })),
  }),
});
