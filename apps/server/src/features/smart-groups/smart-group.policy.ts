import { readsSmartGroups } from '@stellwerk/contract/smart-group';
import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { scopedSmartGroupFiles, scopedSmartGroups } from './smart-group.view.ts';

const smartGroupGuard: ScopedGuard = {
  noun: 'smartGroup',
  notFound: 'SMART_GROUP_NOT_FOUND',
  seenWith: readsSmartGroups,
  scopesOf: scopesOf(scopedSmartGroups),
};

/** The service checks that a file belongs to the group of the call. */
const attachmentGuard: ScopedGuard = {
  noun: 'smartGroupAttachment',
  notFound: 'FILE_NOT_FOUND',
  seenWith: readsSmartGroups,
  scopesOf: scopesOf(scopedSmartGroupFiles),
};

export const smartGroupGuards = [smartGroupGuard, attachmentGuard];
