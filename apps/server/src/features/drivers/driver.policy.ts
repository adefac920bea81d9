import type { ScopedGuard, SeenGuard } from '../../platform/http/nouns.ts';
import { driverScopes, driverTestScopes, usableDrivers } from './guard.store.ts';

const driverGuard: SeenGuard = { noun: 'driver', notFound: 'DEVICEDRIVER_NOT_FOUND', seenBy: usableDrivers };

const ownDriverGuard: ScopedGuard = {
  noun: 'ownDriver',
  notFound: 'DEVICEDRIVER_NOT_FOUND',
  seenWith: 'DeviceDriver.read',
  scopesOf: driverScopes,
};

const driverTestGuard: ScopedGuard = {
  noun: 'driverTest',
  notFound: 'DEVICEDRIVER_TEST_NOT_FOUND',
  seenWith: 'DeviceDriver.read',
  scopesOf: driverTestScopes,
};

export const driverGuards = [driverGuard, ownDriverGuard, driverTestGuard];
