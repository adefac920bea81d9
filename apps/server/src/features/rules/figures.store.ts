import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { alarms } from '../alarms/index.ts';
import { twins } from '../twins/index.ts';
import { ruleExecutions } from './execution.table.ts';
import { ruleBudgets, ruleStatus, rules } from './rule.table.ts';

interface Figures {
  tenantId: number | undefined;
  now: Date;
}

/** Condition that the rule is visible to the caller, for tables with a rule id. */
function seenRule(ruleId: SQL, actor: Actor, tenantId: number | undefined): SQL {
  const ofTenant = tenantId === undefined ? sql`` : sql`and ${twins.accountId} = ${tenantId}`;
  return sql`exists (select from ${rules} join ${twins} on ${twins.id} = ${rules.twinId}
    join ${scopes} on ${scopes.id} = ${twins.scopeId}
    where ${rules.id} = ${ruleId} and ${visible(actor.grants, 'DigitalTwin.read', scopes.path)} ${ofTenant})`;
}

export async function readFigures(db: Db, actor: Actor, { tenantId, now }: Figures) {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  const ofTenant = tenantId === undefined ? undefined : eq(twins.accountId, tenantId);
  const [counted] = await db
    .select({
      rules: sql<number>`count(*)::int`,
      active: sql<number>`(count(*) filter (where ${rules.active}))::int`,
      paused: sql<number>`(count(*) filter (where ${ruleStatus.pausedUntil} > ${now.toISOString()}::timestamptz))::int`,
    })
    .from(rules)
    .innerJoin(twins, eq(twins.id, rules.twinId))
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .leftJoin(ruleStatus, eq(ruleStatus.ruleId, rules.id))
    .where(and(visible(actor.grants, 'DigitalTwin.read', scopes.path), ofTenant));
  const runs = await db
    .select({
      executions24h: sql<number>`(count(*) filter (where ${ruleExecutions.result} = 'executed'))::int`,
      errors24h: sql<number>`(count(*) filter (where ${ruleExecutions.hasError}))::int`,
    })
    .from(ruleExecutions)
    .where(and(gt(ruleExecutions.at, dayAgo), seenRule(sql`${ruleExecutions.ruleId}`, actor, tenantId)));
  const openAlarms = await db.$count(
    alarms,
    sql`${alarms.origin} = 'rule' and ${alarms.resolvedAt} is null
      and ${seenRule(sql`${alarms.originId}`, actor, tenantId)}`,
  );
  return {
    rules: counted?.rules ?? 0,
    active: counted?.active ?? 0,
    paused: counted?.paused ?? 0,
    executions24h: runs[0]?.executions24h ?? 0,
    errors24h: runs[0]?.errors24h ?? 0,
    openAlarms,
    limitedAccounts: await findLimitedAccounts(db, actor, { tenantId, now }),
  };
}

const shownAccounts = 100;

const findLimitedAccounts = (db: Db, actor: Actor, { tenantId, now }: Figures) =>
  db
    .select({ id: accounts.id, name: accounts.name, limited: ruleBudgets.limited })
    .from(ruleBudgets)
    .innerJoin(accounts, eq(accounts.id, ruleBudgets.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(
      and(
        gt(ruleBudgets.hour, new Date(now.getTime() - 3_600_000)),
        gt(ruleBudgets.limited, 0),
        visible(actor.grants, 'DigitalTwin.read', scopes.path),
        tenantId === undefined ? undefined : eq(accounts.id, tenantId),
      ),
    )
    .orderBy(sql`${ruleBudgets.limited} desc`, accounts.id)
    .limit(shownAccounts);
