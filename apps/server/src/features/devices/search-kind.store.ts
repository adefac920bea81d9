import { readsDevices } from '@stellwerk/contract/device';
import { statuses } from '@stellwerk/contract/twin';
import { eq, inArray, sql } from 'drizzle-orm';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { findCandidates, holdsWords, type SearchKind, subtitleOf } from '../search/index.ts';
import { twins } from '../twins/index.ts';
import { devices } from './device.table.ts';

/** By everything that the list of devices searches: title, identifier, groups, tags. */
export const deviceSearch: SearchKind = {
  type: 'device',
  permission: readsDevices,
  async find(db, actor, question) {
    const ids = await findCandidates(
      db,
      {
        id: twins.id,
        from: sql`from ${twins} inner join ${scopes} on ${scopes.id} = ${twins.scopeId}
          inner join ${devices} on ${devices.twinId} = ${twins.id}`,
        isSeen: sql`${visible(actor.grants, readsDevices, scopes.path)} and ${twins.category} = 'virtualDevice'`,
        beginnings: [sql`lower(${twins.title})`],
        holds: holdsWords(devices.searchText, question),
      },
      question,
    );
    const rows = await db
      .select({
        id: twins.id,
        title: twins.title,
        status: twins.status,
        account: accounts.name,
        externalId: devices.externalId,
      })
      .from(twins)
      .innerJoin(devices, eq(devices.twinId, twins.id))
      .innerJoin(accounts, eq(accounts.id, twins.accountId))
      .where(inArray(twins.id, ids));
    return rows.map(({ id, title, status, account, externalId }) => ({
      id,
      title,
      subtitle: subtitleOf(externalId, account),
      status: statuses[status] ?? null,
      path: `/virtual-devices/${id}`,
      names: [externalId],
    }));
  },
};
