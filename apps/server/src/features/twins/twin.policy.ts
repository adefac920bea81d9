import { anyOf } from '@stellwerk/contract/core/permission';
import type { ScopedGuard, SeenGuard } from '../../platform/http/nouns.ts';
import { attachmentScopes, relatedUsers, twinScopes } from './guard.store.ts';

/** Whoever may do one of these somewhere may know of the twins there. */
export const seesTwins = anyOf('DigitalTwin.list', 'DigitalTwinStates.read');

/** A twin of category virtualDevice is guarded in the same way. */
export const twinGuard: ScopedGuard = {
  noun: 'twin',
  notFound: 'DTWIN_NOT_FOUND',
  seenWith: seesTwins,
  scopesOf: twinScopes,
};

const attachmentGuard: ScopedGuard = {
  noun: 'twinAttachment',
  notFound: 'FILE_NOT_FOUND',
  seenWith: 'DigitalTwin.read',
  scopesOf: attachmentScopes,
};

const relatedUserGuard: SeenGuard = { noun: 'relatedUser', notFound: 'USER_NOT_FOUND', seenBy: relatedUsers };

export const twinGuards = [twinGuard, attachmentGuard, relatedUserGuard];
