export { grantsOf } from './grants.store.ts';
export { type FirstAdministrator, seedInstallation } from './seed.service.ts';
export { createUser, setPassword } from './user.store.ts';
export { userRoles, users } from './user.table.ts';
