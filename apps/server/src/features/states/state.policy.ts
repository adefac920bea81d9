import { readsStates } from '@stellwerk/contract/state';
import type { ScopedGuard, SeenGuard } from '../../platform/http/nouns.ts';
import { scopesOf, seenFrom, visibleIds } from '../../platform/tenancy/scoped-from.ts';
import { narrowedToDevices, seenHere, twinView } from '../twins/index.ts';
import { scopedStates } from './state.view.ts';

const stateGuard: ScopedGuard = {
  noun: 'state',
  notFound: 'DTWIN_STATE_NOT_FOUND',
  seenWith: readsStates,
  scopesOf: scopesOf(scopedStates),
  narrowed: narrowedToDevices(scopedStates, twinView.category),
};

const sourceStateGuard: SeenGuard = {
  noun: 'sourceState',
  notFound: 'DTWIN_STATE_NOT_FOUND',
  seenBy: (db, actor, ids) => visibleIds(db, seenFrom(scopedStates, seenHere(actor, readsStates, twinView)), ids),
};

export const stateGuards = [stateGuard, sourceStateGuard];
