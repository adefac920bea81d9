import type { Db } from '../../platform/db/db.ts';
import { coversGrants } from '../../platform/policy/delegation.ts';
import { accountLine } from '../accounts/index.ts';
import { grantsOf } from './grants.store.ts';

/**
 * The account whose domain and mail server may carry a secret of this user: the nearest one, from the user's own
 * upwards, whose administrators may do everything that the user may. Undefined: the operator's alone (ADR 14).
 */
export async function trustedAccount(
  db: Db,
  { id, accountId }: { id: number; accountId: number },
): Promise<number | undefined> {
  const grants = await grantsOf(db, id);
  const line = await accountLine(db, accountId);
  return line.find(({ path }) => coversGrants([{ scope: path, permissions: ['all.manage'] }], grants))?.id;
}
