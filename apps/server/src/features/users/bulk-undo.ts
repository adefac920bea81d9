import { z } from 'zod';
import { fail } from '../../platform/errors/app-error.ts';
import { requireAt } from '../../platform/tenancy/may.ts';
import type { BulkTarget, ImportTarget } from '../bulk/index.ts';
import { hasUsedAccount, readImportedUsers } from './bulk-undo.store.ts';
import { checkGovernable } from './user.policy.ts';
import type { UserService } from './user.service.ts';
import { findUser } from './user.store.ts';

const importedRow = z.unknown();

/** Users as the bulk engine removes them when an import is undone. */
export const createUserUndo = (
  users: Pick<UserService, 'remove'>,
): BulkTarget & Pick<ImportTarget<z.ZodType, typeof importedRow>, 'remove'> => ({
  resource: 'user',
  notFound: 'USER_NOT_FOUND',
  read: readImportedUsers,
  async remove(ctx, id) {
    const found = (await findUser(ctx.db, id)) ?? fail('USER_NOT_FOUND');
    requireAt(ctx.actor, 'UserManagement.manage', found.scopePath);
    await checkGovernable(ctx.db, ctx.actor, id);
    if (await hasUsedAccount(ctx.db, id)) fail('BULK_UNDO_HAS_DATA');
    await users.remove(ctx, id);
  },
});
