import type { AlarmSeverity } from '@stellwerk/contract/rule';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { alarms } from '../alarms/index.ts';
import { byId, type FavouriteKind } from '../favourites/index.ts';
import { twins } from '../twins/index.ts';
import { ruleStatus, rules } from './rule.table.ts';

const openAlarm = sql<{ id: number; severity: AlarmSeverity } | null>`(
  select jsonb_build_object('id', alarm.id, 'severity', alarm.severity) from ${alarms} alarm
  where alarm.origin = 'rule' and alarm.origin_id = ${rules.id} and alarm.resolved_at is null limit 1)`;

export const ruleFavourite: FavouriteKind = {
  type: 'rule',
  column: 'ruleId',
  notFound: 'RULE_NOT_FOUND',
  idIn: (body) => (body.type === 'rule' ? body.ruleId : undefined),

  async find(db, actor, ids) {
    const rows = await db
      .select({
        id: rules.id,
        title: rules.title,
        tenantId: accounts.id,
        tenantName: accounts.name,
        active: rules.active,
        lastResult: ruleStatus.lastResult,
        lastEvaluatedAt: ruleStatus.lastEvaluatedAt,
        lastExecutedAt: ruleStatus.lastExecutedAt,
        openAlarm,
        dtwin: { id: twins.id, title: twins.title, category: twins.category },
      })
      .from(rules)
      .innerJoin(twins, eq(twins.id, rules.twinId))
      .innerJoin(scopes, eq(scopes.id, twins.scopeId))
      .innerJoin(accounts, eq(accounts.id, twins.accountId))
      .leftJoin(ruleStatus, eq(ruleStatus.ruleId, rules.id))
      .where(and(inArray(rules.id, ids), visible(actor.grants, 'DigitalTwin.read', scopes.path)));
    return byId(rows, (row) => ({
      type: 'rule',
      object: {
        ...row,
        lastEvaluatedAt: row.lastEvaluatedAt?.toISOString() ?? null,
        lastExecutedAt: row.lastExecutedAt?.toISOString() ?? null,
      },
    }));
  },
};
