import type { RuleResult } from '@stellwerk/contract/rule';
import type { CommandState, JudgedNode, RunMetric, RunTrigger } from '@stellwerk/contract/rule-run';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { ruleCommands, ruleExecutions } from '../execution.table.ts';
import { ruleBudgets, ruleWakeups } from '../rule.table.ts';

/** JSON that PostgreSQL accepts: scripts choose some of the texts, which may contain invalid characters. */
const jsonText = (rows: unknown) => JSON.stringify(rows).replaceAll('\\u0000', '').toWellFormed();

export interface NewExecution {
  ruleId: number;
  revision: number;
  atMs: number;
  result: RuleResult;
  trigger: RunTrigger;
  metrics: RunMetric[];
  conditions: JudgedNode | null;
  isMet: boolean | null;
  code: string | null;
  params: Record<string, string | number> | null;
  durationMs: number;
}

/** Returns the ids in the order of the executions. */
export async function insertExecutions(db: Db, executions: readonly NewExecution[]): Promise<number[]> {
  if (executions.length === 0) return [];
  const rows = executions.map(({ ruleId, atMs, isMet, durationMs, ...rest }) => ({
    ...rest,
    ...{ rule_id: ruleId, at: new Date(atMs).toISOString(), is_met: isMet, duration_ms: durationMs },
  }));
  // PostgreSQL assigns ids in the order of the rows, so the returned ids are sorted to match them.
  const { rows: made } = await db.execute<{ id: number }>(sql`
    insert into ${ruleExecutions} (rule_id, revision, at, last_at, result, trigger, metrics, conditions, is_met, code,
      params, duration_ms, has_error)
    select rule_id, revision, at, at, result, trigger, metrics, nullif(conditions, 'null'::jsonb), is_met, code,
      nullif(params, 'null'::jsonb), duration_ms, result = 'error'
    from rows from (jsonb_to_recordset(${jsonText(rows)}::jsonb) as (rule_id bigint, revision int, at timestamptz,
      result text, trigger jsonb, metrics jsonb, conditions jsonb, is_met boolean, code text, params jsonb,
      duration_ms real)) with ordinality as entry (rule_id, revision, at, result, trigger, metrics, conditions, is_met,
      code, params, duration_ms, n)
    order by n returning id`);
  return made.map(({ id }) => Number(id)).sort((a, b) => a - b);
}

export interface NewCommand {
  executionId: number;
  position: number;
  type: string;
  state: CommandState;
  target: string;
  code: string | null;
  params: Record<string, string | number> | null;
}

export async function insertCommands(db: Db, commands: readonly NewCommand[]): Promise<void> {
  if (commands.length === 0) return;
  const rows = commands.map(({ executionId, ...rest }) => ({ ...rest, execution_id: executionId }));
  await db.execute(sql`
    insert into ${ruleCommands} (execution_id, position, type, state, target, code, params)
    select execution_id, position, type, state, target, code, nullif(params, 'null'::jsonb)
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as entry (execution_id bigint, position smallint, type text,
      state text, target text, code text, params jsonb)`);
}

export async function nameAlarms(db: Db, pairs: readonly { executionId: number; alarmId: number }[]): Promise<void> {
  if (pairs.length === 0) return;
  const ids = sql.param(pairs.map(({ executionId }) => executionId));
  const alarmIds = sql.param(pairs.map(({ alarmId }) => alarmId));
  await db.execute(sql`
    update ${ruleExecutions} known set alarm_id = pair.alarm_id
    from unnest(${ids}::bigint[], ${alarmIds}::bigint[]) as pair (id, alarm_id) where known.id = pair.id`);
}

export interface Spending {
  accountId: number;
  commands: number;
  mails: number;
}

/** Books the commands that accounts want to send in this hour; returns how many they had sent before. */
export async function bookCommands(
  db: Db,
  wanted: readonly Spending[],
  at: Date,
): Promise<Map<number, Omit<Spending, 'accountId'>>> {
  if (wanted.length === 0) return new Map();
  const rows = wanted.toSorted((a, b) => a.accountId - b.accountId);
  const { rows: booked } = await db.execute<{ accountId: number; commands: number; mails: number }>(sql`
    insert into ${ruleBudgets} as known (account_id, hour, commands, mails)
    select account_id, date_trunc('hour', ${at.toISOString()}::timestamptz), commands, mails
    from unnest(${sql.param(rows.map((each) => each.accountId))}::bigint[],
      ${sql.param(rows.map((each) => each.commands))}::int[], ${sql.param(rows.map((each) => each.mails))}::int[])
      as want (account_id, commands, mails)
    on conflict (account_id, hour) do update set commands = known.commands + excluded.commands,
      mails = known.mails + excluded.mails
    returning account_id as "accountId", commands, mails`);
  const want = new Map(rows.map((each) => [each.accountId, each]));
  return new Map(
    booked.map(({ accountId, commands, mails }) => {
      const own = want.get(accountId);
      return [accountId, { commands: commands - (own?.commands ?? 0), mails: mails - (own?.mails ?? 0) }];
    }),
  );
}

export async function countLimited(db: Db, limited: ReadonlyMap<number, number>, at: Date): Promise<void> {
  if (limited.size === 0) return;
  await db.execute(sql`
    update ${ruleBudgets} known set limited = known.limited + more.count
    from unnest(${sql.param([...limited.keys()])}::bigint[], ${sql.param([...limited.values()])}::int[])
      as more (account_id, count)
    where known.account_id = more.account_id and known.hour = date_trunc('hour', ${at.toISOString()}::timestamptz)`);
}

export interface Wakeup {
  ruleId: number;
  kind: 'dwell' | 'lasted' | 'value';
  key: string;
  atMs: number;
  payload: Record<string, unknown>;
}

export async function setWakeups(db: Db, wakeups: readonly Wakeup[]): Promise<void> {
  if (wakeups.length === 0) return;
  const distinct = new Map(wakeups.map((each) => [`${each.ruleId} ${each.kind} ${each.key}`, each]));
  await db
    .insert(ruleWakeups)
    .values(
      [...distinct.values()].map(({ ruleId, kind, key, atMs, payload }) => ({
        ...{ ruleId, kind, key, payload },
        at: new Date(atMs),
      })),
    )
    .onConflictDoUpdate({
      target: [ruleWakeups.ruleId, ruleWakeups.kind, ruleWakeups.key],
      set: { at: sql`excluded.at`, payload: sql`excluded.payload` },
    });
}
