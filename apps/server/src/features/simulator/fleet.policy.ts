import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { fleetScopes } from './fleet.store.ts';

export const fleetGuard: ScopedGuard = {
  noun: 'fleet',
  notFound: 'FLEET_NOT_FOUND',
  seenWith: 'VirtualDevice.read',
  scopesOf: fleetScopes,
};
