import { accounts } from '../../platform/tenancy/account.table.ts';
import { inScope } from '../../platform/tenancy/scoped-from.ts';

export const scopedAccounts = inScope(accounts, accounts);
