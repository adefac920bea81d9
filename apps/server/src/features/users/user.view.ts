import { inAccount } from '../../platform/tenancy/scoped-from.ts';
import { users } from '../../platform/tenancy/user.table.ts';

export const scopedUsers = inAccount(users, users);
