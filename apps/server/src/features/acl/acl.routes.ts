import {
  checkAccess,
  createRole,
  createRule,
  deleteRole,
  explainAccess,
  listRoles,
  listRules,
  listScopeChildren,
  readRole,
  scopePartialTree,
  updateAccess,
  updateRole,
} from '@stellwerk/contract/access';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { AccessService } from './access.service.ts';
import type { DecisionService } from './decision.service.ts';
import type { RoleService } from './role.service.ts';
import type { RuleService } from './rule.service.ts';
import type { ScopeService } from './scope.service.ts';

interface AclServices {
  scopes: ScopeService;
  rules: RuleService;
  roles: RoleService;
  access: AccessService;
  decisions: DecisionService;
}

export const aclRoutes = ({ scopes, rules, roles, access, decisions }: AclServices): HandledRoute[] => [
  handle(listRules, async (ctx) => ({ data: await rules.list(ctx) })),
  handle(createRule, async (ctx, { body }) => ({ data: await rules.create(ctx, body) })),
  handle(listRoles, (ctx, { query }) => roles.list(ctx, query)),
  handle(readRole, async (ctx, { params }) => ({ data: await roles.read(ctx, params.id) })),
  handle(createRole, async (ctx, { body }) => ({ data: await roles.create(ctx, body) })),
  handle(updateRole, async (ctx, { params, body }) => ({ data: await roles.update(ctx, params.id, body) })),
  handle(deleteRole, async (ctx, { params }) => ({ data: await roles.remove(ctx, params.id) })),
  handle(updateAccess, async (ctx, { body }) => ({ data: await access.update(ctx, body) })),
  handle(checkAccess, async (ctx, { body }) => ({ data: await decisions.check(ctx, body) })),
  handle(explainAccess, async (ctx, { body }) => ({ data: await decisions.explain(ctx, body) })),
  handle(listScopeChildren, (ctx, { query }) => scopes.children(ctx, query)),
  handle(scopePartialTree, async (ctx, { query }) => ({ data: await scopes.partialTree(ctx, query) })),
];
