import { readsStates } from '@stellwerk/contract/state';
import type { ScopedGuard, SeenGuard } from '../../platform/http/nouns.ts';
import { scopedFrom, scopesOf, visibleIds } from '../../platform/tenancy/scoped-from.ts';
import { scopedStates } from './state.view.ts';

const stateGuard: ScopedGuard = {
  noun: 'state',
  notFound: 'DTWIN_STATE_NOT_FOUND',
  seenWith: readsStates,
  scopesOf: scopesOf(scopedStates),
};

const sourceStateGuard: SeenGuard = {
  noun: 'sourceState',
  notFound: 'DTWIN_STATE_NOT_FOUND',
  seenBy: (db, actor, ids) => visibleIds(db, scopedFrom(scopedStates, actor, readsStates), ids),
};

export const stateGuards = [stateGuard, sourceStateGuard];
