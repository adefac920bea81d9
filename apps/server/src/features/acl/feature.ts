import { defineFeature } from '../../platform/feature/define-feature.ts';
import { createAccessService } from './access.service.ts';
import { aclGuards } from './acl.policy.ts';
import { aclRoutes } from './acl.routes.ts';
import { createDecisionService } from './decision.service.ts';
import { createRoleService } from './role.service.ts';
import { createRuleService } from './rule.service.ts';
import { createScopeService } from './scope.service.ts';

export const feature = defineFeature({
  name: 'acl',
  create: ({ live: { reauthorise } }) => ({
    guards: aclGuards,
    routes: aclRoutes({
      scopes: createScopeService(),
      rules: createRuleService(),
      roles: createRoleService({ onUsersChange: reauthorise }),
      access: createAccessService({ onUserChange: reauthorise }),
      decisions: createDecisionService(),
    }),
  }),
});
