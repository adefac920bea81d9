import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { scopedFleets } from './fleet.store.ts';

export const fleetGuard: ScopedGuard = {
  noun: 'fleet',
  notFound: 'FLEET_NOT_FOUND',
  seenWith: 'VirtualDevice.read',
  scopesOf: scopesOf(scopedFleets),
};
