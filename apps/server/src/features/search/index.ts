import type { SearchKind } from './kind.ts';
import { accountKind } from './kinds/account.store.ts';
import { connectorKind } from './kinds/connector.store.ts';
import { dashboardKind } from './kinds/dashboard.store.ts';
import { deviceKind } from './kinds/device.store.ts';
import { driverKind } from './kinds/driver.store.ts';
import { ruleKind } from './kinds/rule.store.ts';
import { stateKind } from './kinds/state.store.ts';
import { twinKind } from './kinds/twin.store.ts';
import { userKind } from './kinds/user.store.ts';

export { searchRoutes } from './search.routes.ts';
export { createSearchService } from './search.service.ts';

/** In the order of the contract. */
export const searchKinds: readonly SearchKind[] = [
  twinKind,
  deviceKind,
  dashboardKind,
  stateKind,
  ruleKind,
  connectorKind,
  driverKind,
  accountKind,
  userKind,
];
