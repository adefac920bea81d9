import { idFromText } from '@stellwerk/contract/core/id';
import { type DeviceFilter, healths, operationalStatuses, readsDevices } from '@stellwerk/contract/device';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { deviceStatusView } from '../../../ingest/newest/index.ts';
import { escapeLike } from '../../../platform/db/page.ts';
import { containsWord } from '../../../platform/db/search.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { scopedFrom, type VisibleRows } from '../../../platform/tenancy/scoped-from.ts';
import { connectorView } from '../../connectors/index.ts';
import { isStarred } from '../../favourites/index.ts';
import { isBelowTwin, isInScopes, twinView } from '../../twins/index.ts';
import { devices } from '../device.table.ts';
import { scopedDevices } from '../device.view.ts';
import { type SearchWord, searchWords } from './search-words.ts';

interface OwnQuery extends Partial<DeviceFilter> {
  connectorType?: string;
  scopeIds?: readonly number[];
}

export interface DeviceQuery extends OwnQuery {
  /** The filter of a smart group, which must match as well. */
  within?: OwnQuery | undefined;
}

/** Each field is a line of the search text, so a quoted word must match a complete line. */
const hasWord = ({ text: word, isExact }: SearchWord): SQL | undefined => {
  if (isExact) return sql`${devices.searchText} like ${`%\n${escapeLike(word)}\n%`}`;
  const id = idFromText(word);
  return or(containsWord({ lower: devices.searchText }, word), id === undefined ? undefined : eq(devices.twinId, id));
};

const isFilled = <T>(list: readonly T[] | undefined): list is readonly T[] => list !== undefined && list.length > 0;

/** The filters on the device itself, over devices joined with their status; undefined if there are none. */
export function matchesDevice(query: OwnQuery): SQL | undefined {
  const { connectorId, connectorType, driverId, health, operationalStatus, groups, silentSince } = query;
  const words = searchWords(query.search ?? '').map(hasWord);
  const ofType = sql`${devices.connectorId} in (select ${connectorView.id} from ${connectorView}
    where ${connectorView.type} = ${connectorType})`;
  return and(
    query.search_operator === 'OR' ? or(...words) : and(...words),
    connectorId === undefined ? undefined : eq(devices.connectorId, connectorId),
    connectorType === undefined ? undefined : ofType,
    driverId === undefined ? undefined : eq(devices.driverId, driverId),
    isFilled(health)
      ? inArray(
          deviceStatusView.health,
          health.map((each) => healths.indexOf(each)),
        )
      : undefined,
    isFilled(operationalStatus)
      ? inArray(
          devices.operationalStatus,
          operationalStatus.map((each) => operationalStatuses.indexOf(each)),
        )
      : undefined,
    isFilled(groups) ? sql`${devices.groups} @> ${sql.param([...groups])}::text[]` : undefined,
    silentSince === undefined
      ? undefined
      : sql`(${deviceStatusView.lastSeenAt} is null or ${deviceStatusView.lastSeenAt} < ${silentSince}::timestamptz)`,
  );
}

/** All filters, over devices joined with their twin and their status; undefined if there are none. */
function matchesJoined({ userId }: Pick<Actor, 'userId'>, query: OwnQuery): SQL | undefined {
  const { tenantId, twinId, tags, disabled, favourites, scopeIds } = query;
  return and(
    tenantId === undefined ? undefined : eq(twinView.accountId, tenantId),
    scopeIds ? isInScopes(twinView.scopePath, scopeIds) : undefined,
    twinId === undefined ? undefined : isBelowTwin(twinView.path, twinId),
    isFilled(tags) ? sql`${twinView.tags} @> ${sql.param([...tags])}::text[]` : undefined,
    disabled === undefined ? undefined : eq(twinView.disabled, disabled),
    favourites ? isStarred(userId, 'twinId', devices.twinId) : undefined,
    matchesDevice(query),
  );
}

const withStatus = sql`inner join ${deviceStatusView} on ${deviceStatusView.twinId} = ${devices.twinId}`;
// True for every device. The planner needs it for the index of the titles of devices.
const isDevice = eq(twinView.category, 'virtualDevice');

/** The devices that the caller may see and that match the filter, with their twin and their status. */
export function visibleDevices(
  actor: Pick<Actor, 'userId' | 'grants'>,
  { within, ...query }: DeviceQuery,
): VisibleRows {
  return scopedFrom(scopedDevices, actor, readsDevices)
    .join(withStatus)
    .where(isDevice, matchesJoined(actor, query), within && matchesJoined(actor, within));
}

/** All devices that match a filter, for work of the platform that no user has asked for. From the keyword `from` on. */
export const everyDevice = (query: Omit<OwnQuery, 'favourites'>): SQL =>
  sql`from ${scopedDevices.tables} ${withStatus} where ${and(isDevice, matchesJoined({ userId: 0 }, query))}`;
