import { idFromText } from '@stellwerk/contract/core/id';
import { type DeviceFilter, healths, operationalStatuses, readsDevices } from '@stellwerk/contract/device';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { escapeLike } from '../../platform/db/page.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { connectors } from '../connectors/index.ts';
import { matchesTwins, twins } from '../twins/index.ts';
import { deviceStatus, devices } from './device.table.ts';
import { type SearchWord, searchWords } from './search-words.ts';

export interface DeviceQuery extends Partial<DeviceFilter> {
  connectorType?: string;
}

const text = sql`${devices.searchText}`;

/** The index knows three letters in a row; with fewer it would be read from end to end. */
const contains = (part: string) =>
  part.trim().length < 3 ? sql`strpos(${text}, ${part}) > 0` : sql`${text} like ${`%${escapeLike(part)}%`}`;

/** Fields stand in lines of their own, so that a whole one is a whole line. */
const hasWord = ({ text: word, isExact }: SearchWord): SQL => {
  if (isExact) return sql`${text} like ${`%\n${escapeLike(word)}\n%`}`;
  const id = idFromText(word);
  return id === undefined ? contains(word) : sql`(${contains(word)} or ${devices.twinId} = ${id})`;
};

/** What the twin alone can answer: over twins joined with the scopes they live in. */
export function matchesTwinOfDevice(actor: Actor, query: DeviceQuery): SQL {
  const { tenantId, twinId, tags, disabled, favourites } = query;
  const filter = { category: 'virtualDevice' as const, tenantId, twinId, tags, disabled, favourites };
  return matchesTwins(actor, filter, readsDevices);
}

const isFilled = <T>(list: readonly T[] | undefined): list is readonly T[] => list !== undefined && list.length > 0;

/** What is asked of the device itself: over devices joined with their status. Undefined: nothing. */
export function matchesDevice(query: DeviceQuery): SQL | undefined {
  const { connectorId, connectorType, driverId, health, operationalStatus, groups, silentSince } = query;
  const words = searchWords(query.search ?? '').map(hasWord);
  const ofType = sql`${devices.connectorId} in (select kind.id from ${connectors} kind where kind.type = ${connectorType})`;
  return and(
    query.search_operator === 'OR' ? or(...words) : and(...words),
    connectorId === undefined ? undefined : eq(devices.connectorId, connectorId),
    connectorType === undefined ? undefined : ofType,
    driverId === undefined ? undefined : eq(devices.driverId, driverId),
    isFilled(health)
      ? inArray(
          deviceStatus.health,
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
      : sql`(${deviceStatus.lastSeenAt} is null or ${deviceStatus.lastSeenAt} < ${silentSince}::timestamptz)`,
  );
}

/** Beside twins and scopes. */
export const deviceJoins = sql`inner join ${devices} on ${devices.twinId} = ${twins.id}
  inner join ${deviceStatus} on ${deviceStatus.twinId} = ${twins.id}`;

/** Both as one condition over twins joined with scopes, for maps. */
export function matchesDevices(actor: Actor, query: DeviceQuery): SQL {
  const own = matchesDevice(query);
  const isMeant =
    own &&
    sql`exists (select 1 from ${devices} inner join ${deviceStatus}
    on ${deviceStatus.twinId} = ${devices.twinId} where ${devices.twinId} = ${twins.id} and ${own})`;
  return and(matchesTwinOfDevice(actor, query), isMeant) ?? sql`true`;
}
