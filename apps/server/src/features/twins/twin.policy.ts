import { anyOf } from '@stellwerk/contract/core/permission';
import type { OwnedGuard, ScopedGuard, SeenGuard } from '../../platform/http/nouns.ts';
import { attachmentScopes, favouriteOwners, relatedUsers, twinScopes } from './guard.store.ts';

/** A twin of category virtualDevice is guarded in the same way. */
export const twinGuard: ScopedGuard = {
  noun: 'twin',
  notFound: 'DTWIN_NOT_FOUND',
  seenWith: anyOf('DigitalTwin.list', 'DigitalTwinStates.read'),
  scopesOf: twinScopes,
};

const attachmentGuard: ScopedGuard = {
  noun: 'twinAttachment',
  notFound: 'FILE_NOT_FOUND',
  seenWith: 'DigitalTwin.read',
  scopesOf: attachmentScopes,
};

const relatedUserGuard: SeenGuard = { noun: 'relatedUser', notFound: 'USER_NOT_FOUND', seenBy: relatedUsers };

const favouriteGuard: OwnedGuard = {
  noun: 'favourite',
  notFound: 'FAVOURITE_NOT_FOUND',
  ownersOf: favouriteOwners,
};

export const twinGuards = [twinGuard, attachmentGuard, relatedUserGuard, favouriteGuard];
