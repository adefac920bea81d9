import type { ScopedGuard, SeenGuard } from '../../platform/http/nouns.ts';
import { scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { scopedDrivers } from './driver.view.ts';
import { scopedDriverTests, usableDrivers } from './guard.store.ts';

const driverGuard: SeenGuard = { noun: 'driver', notFound: 'DEVICEDRIVER_NOT_FOUND', seenBy: usableDrivers };

const ownDriverGuard: ScopedGuard = {
  noun: 'ownDriver',
  notFound: 'DEVICEDRIVER_NOT_FOUND',
  seenWith: 'DeviceDriver.read',
  scopesOf: scopesOf(scopedDrivers),
};

const driverTestGuard: ScopedGuard = {
  noun: 'driverTest',
  notFound: 'DEVICEDRIVER_TEST_NOT_FOUND',
  seenWith: 'DeviceDriver.read',
  scopesOf: scopesOf(scopedDriverTests),
};

export const driverGuards = [driverGuard, ownDriverGuard, driverTestGuard];
