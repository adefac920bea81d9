import type { AlarmFilter } from '@stellwerk/contract/alarm';
import { type DeviceFilter, operationalStatuses, readsDevices } from '@stellwerk/contract/device';
import type { ErrorCode } from '@stellwerk/contract/errors';
import errorsDe from '@stellwerk/contract/locales/errors.de.json' with { type: 'json' };
import errorsEn from '@stellwerk/contract/locales/errors.en.json' with { type: 'json' };
import type { Language } from '@stellwerk/contract/text';
import { and, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { containsWord, searchWords } from '../../platform/db/search.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { inAccount, scopedFrom, type VisibleRows } from '../../platform/tenancy/scoped-from.ts';
import { alarmView } from '../alarms/index.ts';
import { deviceSearchWords, deviceView, visibleDevices } from '../devices/index.ts';
import { inTwin, twinView } from '../twins/index.ts';

const texts: Record<Language, Record<ErrorCode, string>> = { de: errorsDe, en: errorsEn };

interface MessageWord {
  /** The searched word in lower case. */
  text: string;
  /** Codes whose text in the caller's language contains the word, ignoring parameters. */
  codes: string[];
}

const placeholder = /\{\w+\}/;

/** The words of a search. Texts of the platform are not stored, so their templates are searched here. */
function messageWords(search: string, language: Language): MessageWord[] {
  return [...new Set(searchWords(search))].map((text) => {
    const says = ([, template]: [string, string]) =>
      template
        .toLowerCase()
        .split(placeholder)
        .some((part) => part.includes(text));
    return {
      text,
      codes: Object.entries(texts[language])
        .filter(says)
        .map(([code]) => code),
    };
  });
}

/** The expression of the trigram index. */
const message = { lower: sql`lower(${alarmView.message})` };

/** The parameters of a text of the platform, as JSON, without a nested code, which is never shown. */
const parameters = { lower: sql`lower(jsonb_path_query_array(${alarmView.params} - 'code', '$.*')::text)` };

/** Texts of the platform match by their template, by the template of a nested code, or by their parameters. */
const isInTemplate = ({ text, codes }: MessageWord) => {
  const known = sql`${sql.param(codes)}::text[]`;
  const inJson = JSON.stringify(text).slice(1, -1);
  return sql`(${alarmView.code} is not null and (${alarmView.code} = any(${known})
    or ${alarmView.params} ->> 'code' = any(${known}) or ${containsWord(parameters, inJson)}))`;
};

/** Alarms with a common cause appear in its list, and in the logs of their twins. */
const hasCause = (causeId: number | undefined, twinId: number | undefined): SQL | undefined => {
  if (causeId !== undefined) return eq(alarmView.causeId, causeId);
  return twinId === undefined ? isNull(alarmView.causeId) : undefined;
};

/** Conditions on the alarm itself. Lists and statistics add their own spans of time. */
function matchesAlarm(filter: AlarmFilter, language: Language): SQL | undefined {
  const { dtwinId, tenantId, categories, status, severity, type, ruleId, causeId } = filter;
  const words = messageWords(filter.message ?? '', language);
  return and(
    ...words.map((word) => or(containsWord(message, word.text), isInTemplate(word))),
    dtwinId === undefined ? undefined : eq(alarmView.twinId, dtwinId),
    hasCause(causeId, dtwinId),
    tenantId === undefined ? undefined : eq(alarmView.accountId, tenantId),
    categories?.length ? inArray(alarmView.category, categories) : undefined,
    status && (status === 'resolved' ? isNotNull(alarmView.resolvedAt) : isNull(alarmView.resolvedAt)),
    severity && eq(alarmView.severity, severity),
    type && eq(alarmView.origin, type),
    ruleId === undefined ? undefined : and(eq(alarmView.origin, 'rule'), eq(alarmView.originId, ruleId)),
  );
}

export const beganWithin = ({ from, to }: Pick<AlarmFilter, 'from' | 'to'>): SQL | undefined =>
  and(
    from === undefined ? undefined : gte(alarmView.openedAt, new Date(from)),
    to === undefined ? undefined : lt(alarmView.openedAt, new Date(to)),
  );

const hasExternalId = (search: string): SQL | undefined =>
  and(
    ...deviceSearchWords(search).map(({ text, isExact }) =>
      isExact ? sql`lower(${deviceView.externalId}) = ${text}` : containsWord(deviceView.externalId, text),
    ),
  );

/** Conditions on the device that an alarm is about; undefined if the filter has none. */
function matchesDevice({ externalId, driverId, operationalStatus, groups }: AlarmFilter): SQL | undefined {
  const statuses = operationalStatus?.map((each) => operationalStatuses.indexOf(each)) ?? [];
  return and(
    externalId === undefined ? undefined : hasExternalId(externalId),
    driverId === undefined ? undefined : eq(deviceView.driverId, driverId),
    statuses.length > 0 ? inArray(deviceView.operationalStatus, statuses) : undefined,
    groups?.length ? sql`${deviceView.groups} @> ${sql.param([...groups])}::text[]` : undefined,
  );
}

export interface AlarmSource {
  rows: VisibleRows;
  isOrphaned: boolean;
}

export interface AlarmPlace {
  actor: Actor;
  language: Language;
  span?: SQL | undefined;
  /** The filter of the smart group `filter.smartGroupId`. */
  within?: Partial<DeviceFilter> | undefined;
}

const isAmongDevices = (actor: Actor, within: Partial<DeviceFilter>): SQL => {
  const { id, every } = visibleDevices(actor, within);
  return sql`${alarmView.twinId} in (select ${id} ${every})`;
};

const ofPackets = (smartGroupId: number | undefined): SQL | undefined =>
  smartGroupId === undefined ? undefined : and(eq(alarmView.origin, 'packets'), eq(alarmView.originId, smartGroupId));

/**
 * Alarms in the scope of their twin, and alarms of deleted twins in the scope of their account. These are two sources,
 * because the planner can't use an index for a scope that is either the one or the other.
 */
export function alarmSources(filter: AlarmFilter, { actor, language, span, within }: AlarmPlace): AlarmSource[] {
  const own = and(matchesAlarm(filter, language), span);
  const { tags } = filter;
  const ofDevice = matchesDevice(filter);
  const tagged = tags?.length ? sql`${twinView.tags} @> ${sql.param([...tags])}::text[]` : undefined;
  const ofTwins = scopedFrom(inTwin(alarmView, alarmView), actor, readsDevices)
    .join(ofDevice ? sql`inner join ${deviceView} on ${deviceView.twinId} = ${twinView.id}` : sql``)
    .where(own, tagged, ofDevice, within && isAmongDevices(actor, within));
  const there = { rows: ofTwins, isOrphaned: false };
  if (tagged || ofDevice || filter.dtwinId !== undefined) return [there];
  const ofAccounts = scopedFrom(inAccount(alarmView, alarmView), actor, readsDevices);
  const orphans = ofAccounts.where(isNull(alarmView.twinId), own, ofPackets(filter.smartGroupId));
  return [there, { rows: orphans, isOrphaned: true }];
}

export const fromAll = (sources: readonly AlarmSource[], columns: SQL): SQL =>
  sql.join(
    sources.map(({ rows }) => sql`(select ${columns} ${rows.every})`),
    sql` union all `,
  );
