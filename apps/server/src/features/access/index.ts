export { scopeGuard } from './access.policy.ts';
export { keepsSystemAdministrator } from './administrator.service.ts';
export { type AssignmentChange, checkAssignment } from './assignment.service.ts';
export { createRole, type FoundRole, findRoles, seedRoles } from './role.store.ts';
export { roles, rules } from './role.table.ts';
export { assignScope, createScope, scopePaths } from './scope.store.ts';
export { scopes } from './scope.table.ts';
