export { accountGuard } from './account.policy.ts';
export type { AccountCleaner, MoveBlockerCounter, ObjectCounter } from './account.service.ts';
export { createAccount, packetRetentions } from './account.store.ts';
export { accountDefaultRoles, accountDomains, accountModules, accountTerms } from './account.table.ts';
export { accountDomainView, accountTermsView, defaultRoleView } from './account.view.ts';
export { defaultAccess } from './default-role.store.ts';
export { accountOfDomain, isAccountDomain } from './domain.store.ts';
export { accountCleaners, accountContents, accountMoveBlockers } from './extensions.ts';
export {
  accountLine,
  effectivePasswordPolicy,
  effectiveTerms,
  linkBaseOf,
  nearestTemplateLimit,
  scopeLine,
  type TermsTexts,
} from './inheritance.store.ts';
export { accountTransport } from './mail-server.service.ts';
export { isModuleActive, moduleDenials } from './module.store.ts';
export { adoptForeignRoles, isInside, isLeft, lockTreeToAdd } from './tree.store.ts';
