import { defineFeature } from '../../platform/feature/define-feature.ts';
import { apiKeyGuard } from './api-key.policy.ts';
import { apiKeyRoutes } from './api-key.routes.ts';
import { createApiKeyService } from './api-key.service.ts';
import { createKeyAuthenticator } from './authenticate.service.ts';
import { keyAuthenticatorPort, starterGrantsPort } from './ports.ts';
import { createStarterGrants } from './starter-grants.service.ts';

export const feature = defineFeature({
  name: 'api-keys',
  provides: { findActor: keyAuthenticatorPort, starterGrants: starterGrantsPort },
  create: ({ clock, live }) => ({
    provides: { findActor: createKeyAuthenticator({ clock }), starterGrants: createStarterGrants({ clock }) },
    guards: [apiKeyGuard],
    routes: apiKeyRoutes(createApiKeyService({ clock, onEnd: live.reauthorise })),
  }),
});
