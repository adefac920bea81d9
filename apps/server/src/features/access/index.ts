export { createRole, seedRoles } from './role.store.ts';
export { roles } from './role.table.ts';
export { assignScope, createScope, scopePaths } from './scope.store.ts';
export { scopes } from './scope.table.ts';
