import type { AccessDecision, accessSource, checkAccess, explainAccess } from '@stellwerk/contract/access';
import type { RouteInput, RouteOutput } from '@stellwerk/contract/core/route';
import type { z } from 'zod';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import {
  type Decision,
  decide,
  type Grant,
  holdsSomewhere,
  type Source,
  sourcesAt,
} from '../../platform/policy/policy.ts';
import { scopePaths } from '../../platform/tenancy/scope.store.ts';
import { accountGuard } from '../accounts/index.ts';
import { grantsOf } from '../users/index.ts';
import { replaceRoles } from './access.store.ts';
import { asIf, isActive, roleNames, rolesAtOrAbove, scopeNames } from './decision.store.ts';

type Checks = RouteInput<typeof checkAccess>['body'];
type Question = RouteInput<typeof explainAccess>['body'];

const mostRoles = 20;

/** Decides without a scope: granted if any scope grants it, denied if grants exist but all are overridden. */
function decideSomewhere(grants: readonly Grant[], permission: string): Pick<Decision, 'allowed' | 'reason'> {
  if (holdsSomewhere(grants, permission)) return { allowed: true, reason: 'granted' };
  const isGranted = grants.some(({ scope }) => sourcesAt(grants, permission, scope).granted.length > 0);
  return { allowed: false, reason: isGranted ? 'denied' : 'not-granted' };
}

const scopeIdOf = ({ scope }: Source) => Number(scope.split('.').at(-1));

/** Reads the names of all sources of a decision in two statements. */
async function describer(ctx: Ctx, sources: readonly Source[]) {
  const roleIds = [...new Set(sources.flatMap(({ roleId }) => roleId ?? []))];
  const [scopes, roles] = await Promise.all([
    scopeNames(ctx.db, ctx.actor.grants, [...new Set(sources.map(scopeIdOf))]),
    roleNames(ctx.db, roleIds),
  ]);
  return (source: Source): z.output<typeof accessSource> => {
    const { permission, roleId, module = null } = source;
    const scopeName = scopes.get(scopeIdOf(source));
    const roleName = roleId === undefined ? undefined : roles.get(roleId);
    if (scopeName === undefined) return { permission, scope: null, role: null, module };
    return {
      permission,
      scope: { id: scopeIdOf(source), name: scopeName },
      role: roleId === undefined || roleName === undefined ? null : { id: roleId, name: roleName },
      module,
    };
  };
}

interface ScopeDecision {
  decision: Decision;
  granted: Source[];
  denied: Source[];
}

function decideAt(grants: readonly Grant[], permission: string, path: string): ScopeDecision {
  return { decision: decide(grants, permission, path), ...sourcesAt(grants, permission, path) };
}

type Describe = Awaited<ReturnType<typeof describer>>;

function toWire({ decision, granted, denied }: ScopeDecision, active: boolean, describe: Describe): AccessDecision {
  return {
    allowed: active && decision.allowed,
    reason: active ? decision.reason : 'deactivated',
    by: active && decision.by ? describe(decision.by) : null,
    granting: granted.map(describe),
    denying: denied.map(describe),
  };
}

export const createDecisionService = () => ({
  async check({ db, actor }: Ctx, checks: Checks): Promise<RouteOutput<typeof checkAccess>['data']> {
    const scopeIds = checks.flatMap(({ props }) => props?.scopeId ?? []);
    const tenantIds = checks.flatMap(({ props }) => props?.tenantId ?? []);
    const [scopes, tenants] = await Promise.all([scopePaths(db, scopeIds), accountGuard.scopesOf(db, tenantIds)]);
    return checks.map(({ subject, action, props }) => {
      const permission = `${subject}.${action}`;
      const places = [
        ...(props?.scopeId === undefined ? [] : [scopes.get(props.scopeId) ?? fail('SCOPE_NOT_FOUND')]),
        ...(props?.tenantId === undefined ? [] : [tenants.get(props.tenantId) ?? fail('ACCOUNT_NOT_FOUND')]),
      ];
      const decisions = places.map((path) => decide(actor.grants, permission, path));
      const deciding = decisions.find(({ allowed }) => !allowed) ?? decisions[0];
      const { allowed, reason } = deciding ?? decideSomewhere(actor.grants, permission);
      return { subject, action, allowed, reason };
    });
  },

  async explain(ctx: Ctx, { userId, permission, scopeId, change }: Question) {
    const active = (await isActive(ctx.db, userId)) ?? fail('USER_NOT_FOUND');
    const path = (await scopePaths(ctx.db, [scopeId])).get(scopeId) ?? fail('SCOPE_NOT_FOUND');
    const held = await grantsOf(ctx.db, userId);
    const now = decideAt(held, permission, path);
    const wanted = change?.map((entry) => ({ scopeId: entry.scopeId, roleIds: entry.roles.map(({ id }) => id) }));
    const changed =
      wanted &&
      decideAt(
        await asIf(
          ctx.db,
          (tx) => replaceRoles(tx, userId, wanted),
          (tx) => grantsOf(tx, userId),
        ),
        permission,
        path,
      );
    const decisions = changed ? [now, changed] : [now];
    const describe = await describer(
      ctx,
      decisions.flatMap(({ granted, denied }) => [...granted, ...denied]),
    );
    const offered = now.decision.allowed ? [] : await rolesAtOrAbove(ctx.db, ctx.actor.grants, scopeId);
    const allowing = offered.filter(
      ({ permissions }) => decide([...held, { scope: path, permissions }], permission, path).allowed,
    );
    return {
      now: toWire(now, active, describe),
      changed: changed ? toWire(changed, active, describe) : null,
      allowing: allowing.slice(0, mostRoles).map(({ id, name }) => ({ id, name })),
    };
  },
});
export type DecisionService = ReturnType<typeof createDecisionService>;
