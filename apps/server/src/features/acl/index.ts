import type { Live } from '../../platform/live/live.ts';
import { createAccessService } from './access.service.ts';
import type { AclServices } from './acl.routes.ts';
import { createDecisionService } from './decision.service.ts';
import { createRoleService } from './role.service.ts';
import { createRuleService } from './rule.service.ts';
import { createScopeService } from './scope.service.ts';

export { aclRoutes } from './acl.routes.ts';

/** Live connections follow every change of what somebody may do. */
export const createAclServices = ({ reauthorise }: Pick<Live, 'reauthorise'>): AclServices => ({
  scopes: createScopeService(),
  rules: createRuleService(),
  roles: createRoleService({ onUsersChange: reauthorise }),
  access: createAccessService({ onUserChange: reauthorise }),
  decisions: createDecisionService(),
});
