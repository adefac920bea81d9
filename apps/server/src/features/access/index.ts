export { scopeGuard } from './access.policy.ts';
export { keepsSystemAdministrator } from './administrator.service.ts';
export { type AssignmentChange, checkAssignment } from './assignment.service.ts';
export { createRole, type FoundRole, findRoles, seedRoles } from './role.store.ts';
