import { anyOf, type PermissionRule } from '@stellwerk/contract/core/permission';
import type { TwinCategory } from '@stellwerk/contract/twin';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/http/ctx.ts';
import type { ScopedGuard, SeenGuard } from '../../platform/http/nouns.ts';
import { visible } from '../../platform/policy/visible.ts';
import { may } from '../../platform/tenancy/may.ts';
import { type Scoped, scopesOf, seenFrom, visibleIds } from '../../platform/tenancy/scoped-from.ts';
import { relatedUsers } from './list/choice.store.ts';
import { twins } from './twin.table.ts';
import { scopedAttachments, scopedTwins } from './twin.view.ts';

/** One of these permissions in a scope makes its twins visible. */
export const seesTwins = anyOf('DigitalTwin.list', 'DigitalTwinStates.read');

interface Categorised {
  scopePath: SQLWrapper;
  category: SQLWrapper;
}

/** For guards of twins and their parts: permissions for devices count only for twins that are devices. */
export const narrowedToDevices = (scoped: Scoped, category: SQLWrapper): NonNullable<ScopedGuard['narrowed']> => ({
  subject: 'VirtualDevice',
  ids: (db, ids) => visibleIds(db, seenFrom(scoped, sql`${category} = 'virtualDevice'`), ids),
});

/** Whether the caller may see a row with this permission, or because it belongs to a device that they may read. */
export const seenHere = ({ grants }: Pick<Actor, 'grants'>, rule: PermissionRule, row: Categorised): SQL =>
  sql`(${visible(grants, rule, row.scopePath)}
    or (${row.category} = 'virtualDevice' and ${visible(grants, 'VirtualDevice.read', row.scopePath)}))`;

/** The same decision about one object, with the permission that counts for devices. */
export const mayHere = (
  actor: Pick<Actor, 'grants'>,
  [rule, ofDevices]: readonly [PermissionRule, PermissionRule],
  { scopePath, category }: { scopePath: string; category: TwinCategory },
): boolean => may(actor, category === 'virtualDevice' ? anyOf(rule, ofDevices) : rule, scopePath);

/** The guard of all twins, including those of category virtualDevice. */
const twinGuard: ScopedGuard = {
  noun: 'twin',
  notFound: 'DTWIN_NOT_FOUND',
  seenWith: seesTwins,
  narrowed: narrowedToDevices(scopedTwins, twins.category),
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
