import { readsDrivers } from '@stellwerk/contract/driver';
import { inArray, sql } from 'drizzle-orm';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { findCandidates, holdsWords, type SearchKind, subtitleOf } from '../search/index.ts';
import { drivers } from './driver.table.ts';
import { isUsable as isUsableDriver } from './guard.store.ts';

/** By title, manufacturer and description. */
export const driverSearch: SearchKind = {
  type: 'driver',
  permission: readsDrivers,
  async find(db, actor, question) {
    const text = sql`lower(${drivers.title} || ' ' || ${drivers.manufacturer} || ' ' || ${drivers.description})`;
    const ids = await findCandidates(
      db,
      {
        id: drivers.id,
        from: sql`from ${drivers} inner join ${accounts} on ${accounts.id} = ${drivers.accountId}
          inner join ${scopes} on ${scopes.id} = ${accounts.scopeId}`,
        isSeen: sql`(${isUsableDriver(actor.grants)})`,
        beginnings: [sql`lower(${drivers.title})`],
        holds: holdsWords(text, question),
      },
      question,
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
