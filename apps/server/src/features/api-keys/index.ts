export { apiKeyGuard } from './api-key.policy.ts';
export { apiKeyRoutes } from './api-key.routes.ts';
export { createApiKeyService } from './api-key.service.ts';
export { createApiKey, hashOfKey } from './api-key.store.ts';
export { apiKeys } from './api-key.table.ts';
export { createKeyAuthenticator } from './authenticate.service.ts';
