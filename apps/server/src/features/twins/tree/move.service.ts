import type { PermissionRule } from '@stellwerk/contract/core/permission';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { covers } from '../../../platform/policy/policy.ts';
import { may, requireAt } from '../../../platform/tenancy/may.ts';
import { seesTwins } from '../twin.policy.ts';
import { requireDepth } from './placement.service.ts';
import {
  findAccountPlace,
  findPlace,
  giveScope,
  heightOf,
  holdersAt,
  lockTwinsToChange,
  moveBranch,
  type ScopePlace,
  type TwinPlace,
} from './tree-change.store.ts';

interface MoverOptions {
  /** Permissions follow the tree, so live connections are checked again after a move. */
  onUsersChange: (userIds: ReadonlySet<number>) => unknown;
}

export function createMover({ onUsersChange }: MoverOptions) {
  /** Takes the lock first, because two concurrent moves could form a cycle. */
  async function lock(ctx: Ctx, id: number): Promise<TwinPlace> {
    const { accountId } = (await findPlace(ctx.db, id)) ?? fail('DTWIN_NOT_FOUND');
    await lockTwinsToChange(ctx.db, accountId);
    return (await findPlace(ctx.db, id)) ?? fail('DTWIN_NOT_FOUND');
  }

  const parentOf = async (ctx: Ctx, id: number | null) =>
    id === null ? undefined : ((await findPlace(ctx.db, id)) ?? fail('DTWIN_NOT_FOUND'));

  /** The parent scope of a twin, whether the twin has an own scope or not. */
  async function hostOf(ctx: Ctx, accountId: number, parent: TwinPlace | undefined): Promise<ScopePlace> {
    return parent ?? (await findAccountPlace(ctx.db, accountId)) ?? fail('ACCOUNT_NOT_FOUND');
  }

  async function tellHolders(ctx: Ctx, scopePath: string): Promise<void> {
    const holders = await holdersAt(ctx.db, scopePath);
    ctx.afterCommit(() => onUsersChange(holders));
  }

  return {
    /** For other changes of twins' scopes, which are serialised per account. */
    lock,
    tellHolders,
    hostOf: async (ctx: Ctx, twin: TwinPlace) => hostOf(ctx, twin.accountId, await parentOf(ctx, twin.parentId)),

    async move(
      ctx: Ctx,
      id: number,
      parentId: number | null,
      permission: PermissionRule = 'DigitalTwin.write',
    ): Promise<void> {
      const twin = await lock(ctx, id);
      if (parentId === twin.parentId) return;
      const [left, parent] = [await parentOf(ctx, twin.parentId), await parentOf(ctx, parentId)];
      const [from, to] = [await hostOf(ctx, twin.accountId, left), await hostOf(ctx, twin.accountId, parent)];
      // A caller who can't see the parent sees the twin at the top, so the parent is kept.
      if (parent === undefined && !may(ctx.actor, seesTwins, from.scopePath)) return;
      if (parent && parent.accountId !== twin.accountId) fail('DTWIN_UPDATE_CHANGING_TENANT_DISALLOWED');
      if (parent && covers(twin.path, parent.path)) fail('DTWIN_UPDATE_CANNOT_MOVE_TO_DESCENDANT');
      for (const { scopePath } of [twin, from, to]) requireAt(ctx.actor, permission, scopePath);
      requireDepth(parent?.path ?? '', await heightOf(ctx.db, twin.path));
      await tellHolders(ctx, twin.scopePath);
      await moveBranch(ctx.db, { twin, parent, from, to });
    },

    async createScope(ctx: Ctx, id: number): Promise<void> {
      const twin = await lock(ctx, id);
      if (twin.ownsScope) fail('SCOPE_CREATE_DUPLICATE_ENTRY');
      await giveScope(ctx.db, twin);
    },
  };
}
export type Mover = ReturnType<typeof createMover>;
