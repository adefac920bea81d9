import type { OwnedGuard } from '../../platform/http/nouns.ts';
import { favouriteOwners } from './favourite.store.ts';

export const favouriteGuard: OwnedGuard = {
  noun: 'favourite',
  notFound: 'FAVOURITE_NOT_FOUND',
  ownersOf: favouriteOwners,
};
