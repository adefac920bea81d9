import { and, eq, gt, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { scopedFrom } from '../../platform/tenancy/scoped-from.ts';
import { alarmView } from '../alarms/index.ts';
import { twinView } from '../twins/index.ts';
import { ruleCommands, ruleExecutions } from './execution.table.ts';
import { ruleBudgets, ruleStatus, rules } from './rule.table.ts';
import { scopedRules } from './rule.view.ts';

const noMailServer = 'MAIL_INVALID_TRANSPORT';

interface Figures {
  tenantId: number | undefined;
  now: Date;
}

/** The rules that the caller may see. */
const seenRules = (actor: Actor, tenantId: number | undefined) =>
  scopedFrom(scopedRules, actor, 'DigitalTwin.read').where(
    tenantId === undefined ? undefined : eq(twinView.accountId, tenantId),
  );

/** Condition that the rule is visible to the caller, for tables with a rule id. */
const isOfSeenRule = (ruleId: SQLWrapper, actor: Actor, tenantId: number | undefined): SQL =>
  sql`exists (select ${seenRules(actor, tenantId).where(sql`${rules.id} = ${ruleId}`).every})`;

/** Copies of a shared rule are not counted. */
const isOwn = isNull(rules.modelRevision);

export async function readFigures(db: Db, actor: Actor, { tenantId, now }: Figures) {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  const withStatus = sql`left join ${ruleStatus} on ${ruleStatus.ruleId} = ${rules.id}`;
  const counted = await db.execute<{ rules: number; active: number; paused: number }>(sql`
    select (count(*) filter (where ${isOwn}))::int as rules,
      (count(*) filter (where ${isOwn} and ${rules.active}))::int as active,
      (count(*) filter (where ${ruleStatus.pausedUntil} > ${now.toISOString()}::timestamptz))::int as paused
    ${seenRules(actor, tenantId).join(withStatus).every}`);
  const runs = await db
    .select({
      executions24h: sql<number>`(count(*) filter (where ${ruleExecutions.result} = 'executed'))::int`,
      errors24h: sql<number>`(count(*) filter (where ${ruleExecutions.hasError}))::int`,
    })
    .from(ruleExecutions)
    .where(and(gt(ruleExecutions.at, dayAgo), isOfSeenRule(ruleExecutions.ruleId, actor, tenantId)));
  const [waiting] = await db
    .select({ mails: sql<number>`count(*)::int` })
    .from(ruleCommands)
    .innerJoin(ruleExecutions, eq(ruleExecutions.id, ruleCommands.executionId))
    .where(
      and(
        eq(ruleCommands.state, 'queued'),
        eq(ruleCommands.code, noMailServer),
        isOfSeenRule(ruleExecutions.ruleId, actor, tenantId),
      ),
    );
  const openAlarms = await db.$count(
    alarmView,
    and(eq(alarmView.origin, 'rule'), isNull(alarmView.resolvedAt), isOfSeenRule(alarmView.originId, actor, tenantId)),
  );
  return {
    ...(counted.rows[0] ?? { rules: 0, active: 0, paused: 0 }),
    executions24h: runs[0]?.executions24h ?? 0,
    errors24h: runs[0]?.errors24h ?? 0,
    openAlarms,
    waitingMails: waiting?.mails ?? 0,
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
