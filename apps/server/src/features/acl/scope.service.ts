import type { listScopeChildren, ScopeNode, scopePartialTree } from '@stellwerk/contract/access';
import { satisfies } from '@stellwerk/contract/core/permission';
import type { RouteInput } from '@stellwerk/contract/core/route';
import type { Ctx } from '../../platform/http/ctx.ts';
import { decide, type Grant } from '../../platform/policy/policy.ts';
import { scopePaths } from '../../platform/tenancy/scope.store.ts';
import { accountGuard } from '../accounts/index.ts';
import { seesScopes } from './acl.policy.ts';
import * as store from './scope.store.ts';

const mostHits = 50;

const idsOf = (path: string) => path.split('.').map(Number);
const parentOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf('.'), 0));

const isSeen = (grants: readonly Grant[], path: string) =>
  satisfies(seesScopes, (permission) => decide(grants, permission, path).allowed);

/** The roots of the caller's trees: scopes of their roles whose parent they may not see. */
function topmostScopeIds(grants: readonly Grant[]): number[] {
  const paths = new Set(grants.filter(({ module }) => module === undefined).map(({ scope }) => scope));
  return [...paths]
    .filter((path) => isSeen(grants, path) && !(parentOf(path) !== '' && isSeen(grants, parentOf(path))))
    .map((path) => idsOf(path).at(-1) ?? 0);
}

const toWire = ({ path: _path, ...node }: store.FoundScope): ScopeNode => node;

export const createScopeService = () => ({
  async children(ctx: Ctx, { scopeId, search, offset, limit }: RouteInput<typeof listScopeChildren>['query']) {
    const { grants } = ctx.actor;
    const of = scopeId === undefined ? { ids: topmostScopeIds(grants) } : { parentId: scopeId };
    const { rows, ...total } = await store.findScopePage(ctx.db, ctx.actor, { of, search, offset, limit });
    return { data: rows.map(toWire), ...total, offset, limit };
  },

  async partialTree(
    ctx: Ctx,
    { scopeId, tenantId, search }: RouteInput<typeof scopePartialTree>['query'],
  ): Promise<ScopeNode[]> {
    const { db, actor } = ctx;
    const paths: string[] = [];
    if (scopeId !== undefined) paths.push(...(await scopePaths(db, [scopeId])).values());
    if (tenantId !== undefined) paths.push(...(await accountGuard.scopesOf(db, [tenantId])).values());
    if (search) paths.push(...(await store.searchScopes(db, actor, search, mostHits)).map(({ path }) => path));
    const isAsked = scopeId !== undefined || tenantId !== undefined || Boolean(search);
    const ids = isAsked ? paths.flatMap(idsOf) : topmostScopeIds(actor.grants);
    return (await store.findScopeLine(db, actor, [...new Set(ids)])).map(toWire);
  },
});
export type ScopeService = ReturnType<typeof createScopeService>;
