import type { ScopedGuard, SeenGuard } from '../../platform/http/nouns.ts';
import { choosableConnectors, connectorScopes } from './guard.store.ts';

const connectorGuard: ScopedGuard = {
  noun: 'connector',
  notFound: 'BRIDGE_NOT_FOUND',
  seenWith: 'all.manage',
  scopesOf: connectorScopes,
};

const connectorChoiceGuard: SeenGuard = {
  noun: 'connectorChoice',
  notFound: 'BRIDGE_NOT_FOUND',
  seenBy: choosableConnectors,
};

export const connectorGuards = [connectorGuard, connectorChoiceGuard];
