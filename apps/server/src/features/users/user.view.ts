import { inAccount } from '../../platform/tenancy/scoped-from.ts';
import { users } from '../../platform/tenancy/user.table.ts';

/** Users lie in the scope of their account. */
export const scopedUsers = inAccount(users, users);
