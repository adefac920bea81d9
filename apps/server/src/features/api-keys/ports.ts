import { definePort } from '../../platform/feature/port.ts';
import type { KeyAuthenticator } from './authenticate.service.ts';
import type { StarterGrants } from './starter-grants.service.ts';

export const keyAuthenticatorPort = definePort<KeyAuthenticator>('authenticator of API keys');
export const starterGrantsPort = definePort<StarterGrants>('permissions of those who started jobs');
