import { anyOf } from '@stellwerk/contract/core/permission';
import type { ScopedGuard, SeenGuard } from '../../platform/http/nouns.ts';
import { scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { relatedUsers } from './list/choice.store.ts';
import { scopedAttachments, scopedTwins } from './twin.view.ts';

/** One of these permissions in a scope makes its twins visible. */
export const seesTwins = anyOf('DigitalTwin.list', 'DigitalTwinStates.read');

/** The guard of all twins, including those of category virtualDevice. */
export const twinGuard: ScopedGuard = {
  noun: 'twin',
  notFound: 'DTWIN_NOT_FOUND',
  seenWith: seesTwins,
  scopesOf: scopesOf(scopedTwins),
};

const attachmentGuard: ScopedGuard = {
  noun: 'twinAttachment',
  notFound: 'FILE_NOT_FOUND',
  seenWith: 'DigitalTwin.read',
  scopesOf: scopesOf(scopedAttachments),
};

const relatedUserGuard: SeenGuard = { noun: 'relatedUser', notFound: 'USER_NOT_FOUND', seenBy: relatedUsers };

export const twinGuards = [twinGuard, attachmentGuard, relatedUserGuard];
