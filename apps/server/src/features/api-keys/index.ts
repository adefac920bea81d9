export { createApiKey, hashOfKey } from './api-key.store.ts';
export { apiKeys } from './api-key.table.ts';
export { apiKeyView } from './api-key.view.ts';
export { keyAuthenticatorPort, starterGrantsPort } from './ports.ts';
export type { StarterGrants } from './starter-grants.service.ts';
