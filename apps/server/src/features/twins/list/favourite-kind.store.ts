import { statuses } from '@stellwerk/contract/twin';
import { inArray } from 'drizzle-orm';
import { seenFrom } from '../../../platform/tenancy/scoped-from.ts';
import type { FavouriteKind } from '../../favourites/index.ts';
import { seenHere } from '../twin.policy.ts';
import { twins } from '../twin.table.ts';
import { scopedTwins, twinView } from '../twin.view.ts';

export const twinFavourite: FavouriteKind = {
  type: 'twin',
  notFound: 'DTWIN_NOT_FOUND',
  visibleTo: (actor) =>
    seenFrom(
      scopedTwins,
      seenHere(actor, 'DigitalTwin.list', { scopePath: scopedTwins.scopePath, category: twins.category }),
    ),

  async read(db, ids) {
    const rows = await db
      .select({
        id: twinView.id,
        title: twinView.title,
        tenantId: twinView.accountId,
        tenantName: twinView.accountName,
        type: twinView.type,
        category: twinView.category,
        icon: twinView.icon,
        status: twinView.status,
      })
      .from(twinView)
      .where(inArray(twinView.id, ids));
    return rows.map(({ status, ...row }) => ({
      type: 'twin',
      object: { ...row, status: statuses[status] ?? 'unknown' },
    }));
  },
};
