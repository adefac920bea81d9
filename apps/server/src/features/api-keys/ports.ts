import { definePort } from '../../platform/feature/port.ts';
import type { KeyAuthenticator } from './authenticate.service.ts';

export const keyAuthenticatorPort = definePort<KeyAuthenticator>('authenticator of API keys');
