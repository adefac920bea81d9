import type { RuleDefinition } from '@stellwerk/contract/rule';
import { defaultLanguage, type Language } from '@stellwerk/contract/text';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { users } from '../../../platform/tenancy/user.table.ts';
import { stateView } from '../../states/index.ts';
import { twinView } from '../../twins/index.ts';
import type { RuleRecord, Zone } from '../evaluate/index.ts';
import { ruleStates, rules } from '../rule.table.ts';

/** A rule with everything needed to run it. */
export interface RunnableRule extends RuleRecord {
  accountName: string;
  /** Of its last author; null if nobody knows. */
  language: Language | null;
  /** The twins of its metrics, apart from its own. */
  metricTwinIds: number[];
}

export type WhichRules =
  | { ruleIds: readonly number[]; twinIds: readonly number[]; accountIds: readonly number[] }
  /** Rules that values of these states, or new positions of these twins, can trigger. */
  | { stateIds: readonly number[]; movedTwinIds: readonly number[] }
  | { after: number; limit: number };

const list = (ids: readonly number[]) => sql`${sql.param([...ids])}::bigint[]`;

function conditionOf(which: WhichRules): SQL {
  if ('after' in which) return sql`rule.id > ${which.after}`;
  if ('stateIds' in which) {
    return sql`(rule.id in (select edge.rule_id from ${ruleStates} edge
        where edge.kind = 'metric' and edge.state_id = any(${list(which.stateIds)}))
      or (rule.twin_id = any(${list(which.movedTwinIds)}) and rule.definition -> 'geofenceTriggers' <> '[]'::jsonb))`;
  }
  return sql`(rule.id = any(${list(which.ruleIds)}) or rule.twin_id = any(${list(which.twinIds)})
    or twin.account_id = any(${list(which.accountIds)}))`;
}

interface Row extends Record<string, unknown> {
  id: number;
  twinId: number;
  accountId: number;
  accountName: string;
  language: Language | null;
  title: string;
  revision: number;
  definition: RuleDefinition;
  twinTitle: string;
  tags: string[];
  keyValue: { key: string; value: string }[];
  states: [id: number, key: string, title: string, unit: string, twinId: number][] | null;
}

/** Active rules on enabled twins, in the order of their ids. */
export async function readRules(db: Db, which: WhichRules): Promise<RunnableRule[]> {
  const limit = 'limit' in which ? sql`limit ${which.limit}` : sql``;
  const { rows } = await db.execute<Row>(sql`
    select rule.id, rule.twin_id as "twinId", twin.account_id as "accountId", twin.twin_account_name as "accountName", rule.title,
      rule.revision, rule.definition, (select coalesce(author.language, ${defaultLanguage}) from ${users} author
        where author.id = rule.updated_by) as language, twin.title as "twinTitle", twin.tags, twin.key_value as "keyValue",
      (select json_agg(json_build_array(state.id, state.key, state.title, state.unit, state.twin_id))
        from ${ruleStates} edge join ${stateView} on state.id = edge.state_id
        where edge.rule_id = rule.id and edge.kind = 'metric') as states
    from ${rules} rule join ${twinView} on twin.id = rule.twin_id
    where rule.active and not twin.disabled and ${conditionOf(which)} order by rule.id ${limit}`);
  return rows.map(({ twinTitle, tags, keyValue, states: metrics, ...rule }) => ({
    ...rule,
    twin: {
      id: rule.twinId,
      title: twinTitle,
      tags,
      keyValue: Object.fromEntries(keyValue.map(({ key, value }) => [key, value])),
    },
    states: (metrics ?? []).map(([id, key, title, unit]) => ({ id, key, title, unit })),
    metricTwinIds: [...new Set((metrics ?? []).map(([, , , , twinId]) => twinId))],
  }));
}

export async function readZones(db: Db, ids: readonly number[]): Promise<Zone[]> {
  if (ids.length === 0) return [];
  return db
    .select({
      id: twinView.id,
      title: twinView.title,
      polygon: twinView.geoPolygon,
      latitude: twinView.latitude,
      longitude: twinView.longitude,
    })
    .from(twinView)
    .where(and(inArray(twinView.id, [...ids]), eq(twinView.type, 'zone')));
}
