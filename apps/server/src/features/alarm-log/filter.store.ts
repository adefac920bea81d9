import type { AlarmFilter } from '@stellwerk/contract/alarm';
import { readsDevices } from '@stellwerk/contract/device';
import type { Language } from '@stellwerk/contract/text';
import { and, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { escapeLike } from '../../platform/db/page.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { alarms } from '../alarms/index.ts';
import { devices, matchesDevice } from '../devices/index.ts';
import { twins } from '../twins/index.ts';
import { type MessageWord, messageWords } from './message-search.ts';

const pattern = (word: string) => `%${escapeLike(word)}%`;

/** The index knows three letters in a row; with fewer it would be read from end to end. */
const occurs = (word: string) =>
  word.length < 3
    ? sql`strpos(lower(${alarms.message}), ${word}) > 0`
    : sql`lower(${alarms.message}) like ${pattern(word)}`;

/** The values of a text of the platform, as JSON; which code stands inside it is shown to nobody. */
const said = sql`lower(jsonb_path_query_array(${alarms.params} - 'code', '$.*')::text)`;

/** Where the platform speaks: in its own words, in those of the reason inside, or in the values between them. */
const isSaid = ({ text, codes }: MessageWord) => {
  const known = sql`${sql.param(codes)}::text[]`;
  const inJson = JSON.stringify(text).slice(1, -1);
  return sql`(${alarms.code} is not null and (${alarms.code} = any(${known})
    or ${alarms.params} ->> 'code' = any(${known}) or ${said} like ${pattern(inJson)}))`;
};

/** What the alarm itself can answer; when it began or ended is for lists and statistics to say. */
function matchesAlarm(filter: AlarmFilter, language: Language): SQL | undefined {
  const { message, deviceId, tenantId, categories, status, severity, type, ruleId } = filter;
  const words = messageWords(message ?? '', language);
  return and(
    ...words.map((word) => or(occurs(word.text), isSaid(word))),
    deviceId === undefined ? undefined : eq(alarms.twinId, deviceId),
    tenantId === undefined ? undefined : eq(alarms.accountId, tenantId),
    categories?.length ? inArray(alarms.category, categories) : undefined,
    status && (status === 'resolved' ? isNotNull(alarms.resolvedAt) : isNull(alarms.resolvedAt)),
    severity && eq(alarms.severity, severity),
    type && eq(alarms.origin, type),
    ruleId === undefined ? undefined : and(eq(alarms.origin, 'rule'), eq(alarms.originId, ruleId)),
  );
}

export const beganWithin = ({ from, to }: Pick<AlarmFilter, 'from' | 'to'>): SQL | undefined =>
  and(
    from === undefined ? undefined : gte(alarms.openedAt, new Date(from)),
    to === undefined ? undefined : lt(alarms.openedAt, new Date(to)),
  );

const whereOf = (...conditions: (SQL | undefined)[]) => sql`where ${and(...conditions) ?? sql`true`}`;

/** From where alarms are read: `from … where …`. */
export interface AlarmSource {
  rows: SQL;
  /** Of twins that are gone. */
  isOrphaned: boolean;
}

/**
 * Alarms in the scope of their twin, and those whose twin is gone in that of their account. Two sources, because the
 * planner finds no way to the alarms of a scope that is the one or the other.
 */
export function alarmSources(actor: Actor, filter: AlarmFilter, language: Language, span?: SQL): AlarmSource[] {
  const seen = visible(actor.grants, readsDevices, scopes.path);
  const own = and(matchesAlarm(filter, language), span);
  const { driverId, operationalStatus, groups, tags } = filter;
  const ofDevice = matchesDevice({ driverId, operationalStatus, groups });
  const tagged = tags?.length ? sql`${twins.tags} @> ${sql.param([...tags])}::text[]` : undefined;
  const ofTwins = sql`from ${alarms} inner join ${twins} on ${twins.id} = ${alarms.twinId}
    inner join ${scopes} on ${scopes.id} = ${twins.scopeId}
    ${ofDevice ? sql`inner join ${devices} on ${devices.twinId} = ${twins.id}` : sql``}
    ${whereOf(seen, own, tagged, ofDevice)}`;
  const there = { rows: ofTwins, isOrphaned: false };
  if (tagged || ofDevice || filter.deviceId !== undefined) return [there];
  const orphaned = sql`from ${alarms} inner join ${accounts} on ${accounts.id} = ${alarms.accountId}
    inner join ${scopes} on ${scopes.id} = ${accounts.scopeId}
    ${whereOf(isNull(alarms.twinId), seen, own)}`;
  return [there, { rows: orphaned, isOrphaned: true }];
}

/** The same columns from each of them. */
export const fromAll = (sources: readonly AlarmSource[], columns: SQL): SQL =>
  sql.join(
    sources.map(({ rows }) => sql`(select ${columns} ${rows})`),
    sql` union all `,
  );
