import { readsStates } from '@stellwerk/contract/state';
import type { ScopedGuard, SeenGuard } from '../../platform/http/nouns.ts';
import { readableStates, stateScopes } from './guard.store.ts';

/** A state lies in the scope of its twin. */
const stateGuard: ScopedGuard = {
  noun: 'state',
  notFound: 'DTWIN_STATE_NOT_FOUND',
  seenWith: readsStates,
  scopesOf: stateScopes,
};

const sourceStateGuard: SeenGuard = {
  noun: 'sourceState',
  notFound: 'DTWIN_STATE_NOT_FOUND',
  seenBy: readableStates,
};

export const stateGuards = [stateGuard, sourceStateGuard];
