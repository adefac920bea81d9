import { connectorKind } from './connector.store.ts';
import { dashboardKind } from './dashboard.store.ts';
import { driverKind } from './driver.store.ts';
import type { FavouriteKind } from './kind.ts';
import { ruleKind } from './rule.store.ts';
import { stateKind } from './state.store.ts';
import { twinKind } from './twin.store.ts';

export const favouriteKinds: readonly FavouriteKind[] = [
  twinKind,
  stateKind,
  dashboardKind,
  ruleKind,
  connectorKind,
  driverKind,
];
