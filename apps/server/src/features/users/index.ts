export { accessOf } from './access.store.ts';
export { activeGrantsOf, grantsOf } from './grants.store.ts';
export { userSessionsPort } from './ports.ts';
export { type FirstAdministrator, seedInstallation, seedRoles } from './seed.service.ts';
export { administratorsCover } from './trusted-account.ts';
export { checkGovernable } from './user.policy.ts';
export { createUser, setPassword, userScopes } from './user.store.ts';
export { userTokens } from './user.table.ts';
export { scopedUsers } from './user.view.ts';
