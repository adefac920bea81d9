import type { ScopedGuard, SeenGuard } from '../../platform/http/nouns.ts';
import { scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { scopedConnectors } from './connector.view.ts';
import { choosableConnectors } from './guard.store.ts';

const connectorGuard: ScopedGuard = {
  noun: 'connector',
  notFound: 'BRIDGE_NOT_FOUND',
  seenWith: 'all.manage',
  scopesOf: scopesOf(scopedConnectors),
};

const connectorChoiceGuard: SeenGuard = {
  noun: 'connectorChoice',
  notFound: 'BRIDGE_NOT_FOUND',
  seenBy: choosableConnectors,
};

export const connectorGuards = [connectorGuard, connectorChoiceGuard];
