import type { RouteInput } from '@stellwerk/contract/core/route';
import type { listRuleOverview, listRules, RuleOrder } from '@stellwerk/contract/rule-calls';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { pageOfIds } from '../../platform/db/page.ts';
import { containsAll } from '../../platform/db/search.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { alarms } from '../alarms/index.ts';
import { twins } from '../twins/index.ts';
import { ruleExecutions } from './execution.table.ts';
import { findRows } from './rule.store.ts';
import { ruleBudgets, ruleStates, ruleStatus, rules } from './rule.table.ts';

type Order = RouteInput<typeof listRules>['query']['sort'];

const keys: Record<RuleOrder, SQL> = {
  title: sql`lower(${rules.title})`,
  dtwinTitle: sql`lower(${twins.title})`,
  lastExecutedAt: sql`${ruleStatus.lastExecutedAt}`,
  lastEvaluatedAt: sql`${ruleStatus.lastEvaluatedAt}`,
  errors: sql`${ruleStatus.errors}`,
  updatedAt: sql`${rules.updatedAt}`,
};
/** Null sorts as the oldest; the other columns are never null, so that an index provides their order. */
const mayBeMissing: readonly RuleOrder[] = ['lastExecutedAt', 'lastEvaluatedAt'];

function orderOf(order: Order) {
  const isDescending = order.startsWith('-');
  const name = order.replace(/^-/, '') as RuleOrder;
  const nulls = isDescending ? ('last' as const) : ('first' as const);
  return { key: keys[name], isDescending, ...(mayBeMissing.includes(name) ? { nulls } : {}) };
}

/** A union, so that each half uses its own index. */
async function findFitting(db: Db, pattern: string, limit: number): Promise<number[]> {
  const found = await db.execute<{ id: number }>(sql`
    select own.id from ${rules} own where lower(own.title) like ${pattern}
    union all
    select of_twin.id from ${rules} of_twin join ${twins} home on home.id = of_twin.twin_id
    where home.search_text like ${pattern} and lower(home.title) like ${pattern}
    limit ${limit}`);
  return found.rows.map(({ id }) => id);
}

/** Every word must occur in the title of the rule or of its twin. */
const contains = (db: Db, search: string | undefined) =>
  search
    ? containsAll(search, {
        id: rules.id,
        fits: (pattern) => sql`(lower(${rules.title}) like ${pattern} or lower(${twins.title}) like ${pattern})`,
        findIds: (pattern, limit) => findFitting(db, pattern, limit),
      })
    : undefined;

interface Page {
  offset: number;
  limit: number;
  order: Order;
}

/** The columns of a rule are only read for the rows of the page. */
async function findPage(db: Db, where: SQL | undefined, { offset, limit, order }: Page) {
  const every = sql`from ${rules} inner join ${twins} on ${twins.id} = ${rules.twinId}
    inner join ${scopes} on ${scopes.id} = ${twins.scopeId}
    inner join ${ruleStatus} on ${ruleStatus.ruleId} = ${rules.id} where ${where ?? sql`true`}`;
  const { ids, ...total } = await pageOfIds(db, { ...orderOf(order), id: rules.id, every, offset, limit });
  return { rows: await findRows(db, ids), ...total };
}

type Overview = RouteInput<typeof listRuleOverview>['query'];

/** Rules of the twin and of twins below it; rules of devices below it are optional. */
export async function findOverview(db: Db, actor: Actor, twinId: number, list: Overview) {
  const isBelow = sql`${twins.path} <@ (select top.path from ${twins} top where top.id = ${twinId})`;
  const isShown = list.include_vd_rules
    ? undefined
    : sql`(${twins.category} <> 'virtualDevice' or ${twins.id} = ${twinId})`;
  const found = await contains(db, list.search_item);
  const where = and(visible(actor.grants, 'DigitalTwin.read', scopes.path), isBelow, isShown, found);
  return findPage(db, where, list);
}

/** Rules that are paused, failed in the last day, have an open alarm, or were limited in the last hour. */
const needAttention = (now: Date) => {
  const moment = sql`${now.toISOString()}::timestamptz`;
  return sql`(
    select status.rule_id from ${ruleStatus} status where status.paused_until > ${moment}
    union all
    select failed.rule_id from ${ruleExecutions} failed where failed.has_error and failed.at > ${moment} - interval '1 day'
    union all
    select alarm.origin_id from ${alarms} alarm where alarm.origin = 'rule' and alarm.resolved_at is null
    union all
    select rule.id from ${ruleBudgets} budget join ${twins} home on home.account_id = budget.account_id
    join ${rules} rule on rule.twin_id = home.id join ${ruleStatus} status on status.rule_id = rule.id
    where budget.hour > ${moment} - interval '1 hour' and budget.limited > 0 and status.limited > 0)`;
};

type Monitor = RouteInput<typeof listRules>['query'];

export async function findMonitored(db: Db, actor: Actor, list: Monitor, now: Date) {
  const found = await contains(db, list.search);
  const { stateId } = list;
  const where = and(
    visible(actor.grants, 'DigitalTwin.read', scopes.path),
    list.tenantId ? eq(twins.accountId, list.tenantId) : undefined,
    list.active === undefined ? undefined : eq(rules.active, list.active),
    list.results && list.results.length > 0 ? inArray(ruleStatus.lastResult, list.results) : undefined,
    list.attention === undefined
      ? undefined
      : sql`${rules.id} ${sql.raw(list.attention ? 'in' : 'not in')} ${needAttention(now)}`,
    stateId
      ? sql`${rules.id} in (select used.rule_id from ${ruleStates} used where used.state_id = ${stateId})`
      : undefined,
    found,
  );
  return findPage(db, where, { ...list, order: list.sort });
}
