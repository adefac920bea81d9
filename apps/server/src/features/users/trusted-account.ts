import type { Db } from '../../platform/db/db.ts';
import { coversGrants } from '../../platform/policy/delegation.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import { accountLine } from '../accounts/index.ts';
import { activeGrantsOf, grantsOf } from './grants.store.ts';

/** Whether administrators of the account with this scope have all permissions in these grants (ADR 14). */
export const administratorsCover = (path: string, grants: readonly Grant[]): boolean =>
  coversGrants([{ scope: path, permissions: ['all.manage'] }], grants);

/**
 * The account whose domain and mail server may transmit a secret of this user: the nearest one, from the user's own
 * upwards, whose administrators have all of the user's permissions. Undefined if only the operator's may (ADR 14).
 */
export async function trustedAccount(
  db: Db,
  { id, accountId }: { id: number; accountId: number },
): Promise<number | undefined> {
  const grants = await grantsOf(db, id);
  const line = await accountLine(db, accountId);
  return line.find(({ path }) => administratorsCover(path, grants))?.id;
}

interface CarriedLink {
  userId: number;
  accountId: number;
  /** Null if the user requested it. */
  creatorId: number | null;
  /** The account that transmitted the link; null for the operator. */
  carrierId: number | null;
}

/** Everybody who has seen the secret of a link must still hold all permissions of the user when it is used. */
export async function isLinkTrusted(db: Db, { userId, accountId, creatorId, carrierId }: CarriedLink) {
  const grants = await grantsOf(db, userId);
  if (creatorId !== null && !coversGrants(await activeGrantsOf(db, creatorId), grants)) return false;
  if (carrierId === null) return true;
  const carrier = (await accountLine(db, accountId)).find(({ id }) => id === carrierId);
  return carrier !== undefined && administratorsCover(carrier.path, grants);
}
