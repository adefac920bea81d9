import { readsDevices } from '@stellwerk/contract/device';
import { statuses } from '@stellwerk/contract/twin';
import { eq, inArray, sql } from 'drizzle-orm';
import { scopedFrom } from '../../../platform/tenancy/scoped-from.ts';
import { findCandidates, holdsWords, type SearchKind, subtitleOf } from '../../search/index.ts';
import { twinView } from '../../twins/index.ts';
import { devices } from '../device.table.ts';
import { scopedDevices } from '../device.view.ts';

/** Searches the same fields as the list of devices: title, identifier, groups, tags. */
export const deviceSearch: SearchKind = {
  type: 'device',
  permission: readsDevices,
  async find(db, actor, query) {
    const ids = await findCandidates(
      db,
      scopedFrom(scopedDevices, actor, readsDevices),
      {
        beginnings: [sql`lower(${twinView.title})`],
        holds: holdsWords(devices.searchText, query),
      },
      query,
    );
    const rows = await db
      .select({
        id: devices.twinId,
        title: twinView.title,
        status: twinView.status,
        account: twinView.accountName,
        externalId: devices.externalId,
      })
      .from(devices)
      .innerJoin(twinView, eq(twinView.id, devices.twinId))
      .where(inArray(devices.twinId, ids));
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
