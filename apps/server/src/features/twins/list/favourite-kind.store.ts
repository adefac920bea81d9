import { statuses } from '@stellwerk/contract/twin';
import { and, eq, inArray } from 'drizzle-orm';
import { visible } from '../../../platform/policy/visible.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { byId, type FavouriteKind } from '../../favourites/index.ts';
import { twins } from '../twin.table.ts';

export const twinFavourite: FavouriteKind = {
  type: 'twin',
  column: 'twinId',
  notFound: 'DTWIN_NOT_FOUND',
  idIn: (body) => (body.type === 'twin' ? body.twinId : undefined),

  async find(db, actor, ids) {
    const rows = await db
      .select({
        id: twins.id,
        title: twins.title,
        tenantId: accounts.id,
        tenantName: accounts.name,
        type: twins.type,
        category: twins.category,
        icon: twins.icon,
        status: twins.status,
      })
      .from(twins)
      .innerJoin(scopes, eq(scopes.id, twins.scopeId))
      .innerJoin(accounts, eq(accounts.id, twins.accountId))
      .where(and(inArray(twins.id, ids), visible(actor.grants, 'DigitalTwin.list', scopes.path)));
    return byId(rows, ({ status, ...row }) => ({
      type: 'twin',
      object: { ...row, status: statuses[status] ?? 'unknown' },
    }));
  },
};
