import {
  anyOf,
  type PermissionRule,
  permissionsIn,
  satisfies,
  splitPermission,
} from '@stellwerk/contract/core/permission';
import { fail } from '../../platform/errors/app-error.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import type { ScopedGuard, SeenGuard } from '../../platform/http/nouns.ts';
import { decide } from '../../platform/policy/policy.ts';
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

export const may = ({ grants }: Pick<Actor, 'grants'>, rule: PermissionRule, scopePath: string): boolean =>
  satisfies(rule, (permission) => decide(grants, permission, scopePath).allowed);

/** For objects that the gate does not know of, and for needs beyond the route's own. */
export function requireAt(actor: Pick<Actor, 'grants'>, rule: PermissionRule, scopePath: string): void {
  if (may(actor, rule, scopePath)) return;
  const { subject, action } = splitPermission(permissionsIn(rule)[0] ?? '');
  fail('PERMISSION_DENIED', { subject, action });
}
