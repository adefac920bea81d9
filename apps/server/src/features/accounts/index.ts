export { accountGuard } from './account.policy.ts';
export { createAccount } from './account.store.ts';
export { accounts } from './account.table.ts';
