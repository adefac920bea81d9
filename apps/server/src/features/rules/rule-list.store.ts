import type { RouteInput } from '@stellwerk/contract/core/route';
import type { listRuleOverview, listRules, RuleOrder } from '@stellwerk/contract/rule-calls';
import { eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { containsAll } from '../../platform/db/search.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { scopedFrom } from '../../platform/tenancy/scoped-from.ts';
import { alarmView } from '../alarms/index.ts';
import { isBelowTwin, twinIdsOfAccount, twinView, twinViewAs } from '../twins/index.ts';
import { ruleExecutions } from './execution.table.ts';
import { findRows } from './rule.store.ts';
import { ruleBudgets, ruleStates, ruleStatus, rules } from './rule.table.ts';
import { scopedRules } from './rule.view.ts';

/** Columns that are never null are not declared nullable, so that an index provides their order. */
const rulePage = defineList<RuleOrder>({
  sort: {
    title: sql`lower(${rules.title})`,
    dtwinTitle: sql`lower(${twinView.title})`,
    lastExecutedAt: ruleStatus.lastExecutedAt,
    lastEvaluatedAt: ruleStatus.lastEvaluatedAt,
    errors: ruleStatus.errors,
    updatedAt: rules.updatedAt,
  },
  nullable: ['lastExecutedAt', 'lastEvaluatedAt'],
});

/** A union, so that each half uses its own index. */
async function findFitting(db: Db, pattern: string, limit: number): Promise<number[]> {
  const home = twinViewAs('home');
  const found = await db.execute<{ id: number }>(sql`
    select own.id from ${rules} own where lower(own.title) like ${pattern}
    union all
    select of_twin.id from ${rules} of_twin join ${home} on home.id = of_twin.twin_id
    where home.search_text like ${pattern} and lower(home.title) like ${pattern}
    limit ${limit}`);
  return found.rows.map(({ id }) => id);
}

/** Every word must occur in the title of the rule or of its twin. */
const contains = (db: Db, search: string | undefined) =>
  search
    ? containsAll(search, {
        id: rules.id,
        fits: (pattern) => sql`(lower(${rules.title}) like ${pattern} or lower(${twinView.title}) like ${pattern})`,
        findIds: (pattern, limit) => findFitting(db, pattern, limit),
      })
    : undefined;

const seenRules = (actor: Actor) =>
  scopedFrom(scopedRules, actor, 'DigitalTwin.read').join(
    sql`inner join ${ruleStatus} on ${ruleStatus.ruleId} = ${rules.id}`,
  );

type Overview = RouteInput<typeof listRuleOverview>['query'];

/** Rules of the twin and of twins below it; rules of devices below it are optional. */
export async function findOverview(db: Db, actor: Actor, twinId: number, list: Overview) {
  const found = seenRules(actor).where(
    isBelowTwin(twinView.path, twinId),
    isNull(rules.modelRevision),
    list.include_vd_rules ? undefined : sql`(${twinView.category} <> 'virtualDevice' or ${twinView.id} = ${twinId})`,
    await contains(db, list.search_item),
  );
  const { order: sort, offset, limit } = list;
  return rulePage(db, found, { sort, offset, limit }, (ids) => findRows(db, ids));
}

/** Rules that are paused, failed in the last day, have an open alarm, or were limited in the last hour. */
const needAttention = (now: Date) => {
  const moment = sql`${now.toISOString()}::timestamptz`;
  return sql`(
    select status.rule_id from ${ruleStatus} status where status.paused_until > ${moment}
    union all
    select failed.rule_id from ${ruleExecutions} failed where failed.has_error and failed.at > ${moment} - interval '1 day'
    union all
    select alarm.origin_id from ${alarmView} where alarm.origin = 'rule' and alarm.resolved_at is null
    union all
    select rule.id from ${ruleBudgets} budget cross join lateral ${twinIdsOfAccount(sql`budget.account_id`)} as home
    join ${rules} rule on rule.twin_id = home.id join ${ruleStatus} status on status.rule_id = rule.id
    where budget.hour > ${moment} - interval '1 hour' and budget.limited > 0 and status.limited > 0)`;
};

const isCopyOf = (modelId: number) => sql`(${rules.modelRevision} is not null and ${rules.sharedRuleId} in
  (select model.shared_rule_id from ${rules} model where model.id = ${modelId}))`;

type Monitor = RouteInput<typeof listRules>['query'];

export async function findMonitored(db: Db, actor: Actor, list: Monitor, now: Date) {
  const { stateId, modelId, sort, offset, limit } = list;
  const isNarrow = list.attention === true || stateId !== undefined;
  const found = seenRules(actor).where(
    modelId ? isCopyOf(modelId) : isNarrow ? undefined : isNull(rules.modelRevision),
    list.tenantId ? eq(twinView.accountId, list.tenantId) : undefined,
    list.active === undefined ? undefined : eq(rules.active, list.active),
    list.results && list.results.length > 0 ? inArray(ruleStatus.lastResult, list.results) : undefined,
    list.attention === undefined
      ? undefined
      : sql`${rules.id} ${sql.raw(list.attention ? 'in' : 'not in')} ${needAttention(now)}`,
    stateId
      ? sql`${rules.id} in (select used.rule_id from ${ruleStates} used where used.state_id = ${stateId})`
      : undefined,
    await contains(db, list.search),
  );
  return rulePage(db, found, { sort, offset, limit }, (ids) => findRows(db, ids));
}
