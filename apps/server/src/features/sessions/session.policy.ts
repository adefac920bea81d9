import type { OwnedGuard } from '../../platform/http/nouns.ts';
import { sessionOwners } from './session.store.ts';

export const sessionGuard: OwnedGuard = {
  noun: 'session',
  notFound: 'SESSION_NOT_FOUND',
  ownersOf: sessionOwners,
};
