import { type DrawerLink, drawerLinksTopic, maxDrawerLinks } from '@stellwerk/contract/drawer-link';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Live } from '../../platform/live/live.ts';
import { accountGuard } from '../accounts/index.ts';
import * as store from './drawer-link.store.ts';

const toWire = ({ accountId, position: _, ...row }: store.DrawerLinkRow): DrawerLink => ({
  ...row,
  tenantId: accountId,
});

export function createDrawerLinkService({ live }: { live: Pick<Live, 'publish'> }) {
  async function changed(ctx: Ctx, accountId: number): Promise<void> {
    const path = (await accountGuard.scopesOf(ctx.db, [accountId])).get(accountId);
    ctx.afterCommit(() => live.publish(drawerLinksTopic, {}, path));
  }
  const find = async (ctx: Ctx, id: number) => (await store.findLink(ctx.db, id)) ?? fail('DRAWER_LINK_NOT_FOUND');

  return {
    listOwn: async ({ db, actor }: Ctx) => (await store.linksForUsersOf(db, actor.accountId)).map(toWire),
    list: async ({ db }: Ctx, accountId: number) => (await store.linksOfAccount(db, accountId)).map(toWire),

    async create(ctx: Ctx, accountId: number, values: store.DrawerLinkValues): Promise<DrawerLink> {
      const known = await store.lockLinks(ctx.db, accountId);
      if (known.length >= maxDrawerLinks) fail('DRAWER_LINK_TOO_MANY', { limit: maxDrawerLinks });
      const link = await store.insertLink(ctx.db, { ...values, accountId, position: known.length });
      ctx.activity.objects.push({ noun: 'drawerLink', id: link.id });
      await changed(ctx, accountId);
      return toWire(link);
    },

    async update(
      ctx: Ctx,
      id: number,
      { position, ...values }: store.DrawerLinkValues & { position?: number | undefined },
    ) {
      const { accountId } = await find(ctx, id);
      const known = await store.lockLinks(ctx.db, accountId);
      await store.updateLink(ctx.db, id, values);
      if (position !== undefined) {
        const others = known.map((link) => link.id).filter((each) => each !== id);
        await store.orderLinks(ctx.db, others.toSpliced(position, 0, id));
      }
      await changed(ctx, accountId);
      return toWire(await find(ctx, id));
    },

    async remove(ctx: Ctx, id: number): Promise<void> {
      const { accountId } = await find(ctx, id);
      await store.deleteLink(ctx.db, id);
      await changed(ctx, accountId);
    },
  };
}
export type DrawerLinkService = ReturnType<typeof createDrawerLinkService>;
