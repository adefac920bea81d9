import { readsDrivers } from '@stellwerk/contract/driver';
import { inArray, sql } from 'drizzle-orm';
import { seenFrom } from '../../platform/tenancy/scoped-from.ts';
import { findCandidates, holdsWords, type SearchKind, subtitleOf } from '../search/index.ts';
import { driverText } from './driver.store.ts';
import { drivers } from './driver.table.ts';
import { scopedDrivers } from './driver.view.ts';
import { isUsable } from './guard.store.ts';

export const driverSearch: SearchKind = {
  type: 'driver',
  permission: readsDrivers,
  async find(db, actor, query) {
    const ids = await findCandidates(
      db,
      seenFrom(scopedDrivers, isUsable(actor)),
      {
        beginnings: [sql`lower(${drivers.title})`],
        holds: holdsWords(driverText, query),
      },
      query,
    );
    const rows = await db
      .select({ id: drivers.id, title: drivers.title, manufacturer: drivers.manufacturer })
      .from(drivers)
      .where(inArray(drivers.id, ids));
    return rows.map(({ id, title, manufacturer }) => ({
      id,
      title,
      subtitle: subtitleOf(manufacturer),
      status: null,
      path: `/virtual-device-drivers/${id}`,
      names: [`${title} ${manufacturer}`],
    }));
  },
};
