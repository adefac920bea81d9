import type { CommandState } from '@stellwerk/contract/rule-run';
import type { TwinCategory } from '@stellwerk/contract/twin';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import type { OutboxFailure } from '../../../platform/outbox/outbox.table.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { connectorView } from '../../connectors/index.ts';
import { deviceView } from '../../devices/index.ts';
import { stateView } from '../../states/index.ts';
import { twinView } from '../../twins/index.ts';
import { ruleCommands, ruleExecutions } from '../execution.table.ts';
import { rules } from '../rule.table.ts';

const accountPath = sql<string>`${scopes.path}::text`;

interface CommandPlace {
  executionId: number;
  position: number;
}

const isAt = ({ executionId, position }: CommandPlace) =>
  and(eq(ruleCommands.executionId, executionId), eq(ruleCommands.position, position));

const found = {
  executionId: ruleCommands.executionId,
  position: ruleCommands.position,
  state: ruleCommands.state,
  accountId: twinView.accountId,
  accountPath,
};

const commandsWith = (db: Db) =>
  db
    .select(found)
    .from(ruleCommands)
    .innerJoin(ruleExecutions, eq(ruleExecutions.id, ruleCommands.executionId))
    .innerJoin(rules, eq(rules.id, ruleExecutions.ruleId))
    .innerJoin(twinView, eq(twinView.id, rules.twinId))
    .innerJoin(accounts, eq(accounts.id, twinView.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId));

/** Includes the current account of the rule. Commands whose rule or execution was deleted are missing. */
export async function findCommands(db: Db, executionIds: readonly number[]) {
  return commandsWith(db).where(inArray(ruleCommands.executionId, [...executionIds]));
}
export type FoundCommand = Awaited<ReturnType<typeof findCommands>>[number];

/** Locks the command for execution, and returns its state after waiting for other holders. */
export async function lockCommand(db: Db, place: CommandPlace): Promise<CommandState | undefined> {
  const [row] = await db.select({ state: ruleCommands.state }).from(ruleCommands).where(isAt(place)).for('update');
  return row?.state;
}

interface Outcome {
  state: CommandState;
  failure: OutboxFailure | null;
  now: Date;
}

/** Records an attempt and its result. For a command that will be retried, the reason is shown meanwhile. */
/** Nothing happens until an administrator sets up a mail server, so waiting mails count as errors. */
const needsMailServer = new Set(['MAIL_INVALID_TRANSPORT', 'MAIL_FROM_NOT_SPECIFIED']);

/** A mail that waited was sent after all. */
async function clearError(db: Db, executionId: number): Promise<void> {
  await db.execute(sql`
    update ${ruleExecutions} run set has_error = false
    where run.id = ${executionId} and run.has_error and run.result <> 'error' and not exists (
      select 1 from ${ruleCommands} other where other.execution_id = run.id
        and (other.state = 'failed' or (other.state = 'queued' and other.code is not null)))`);
}

export async function writeOutcome(db: Db, place: CommandPlace, { state, failure, now }: Outcome): Promise<void> {
  await db
    .update(ruleCommands)
    .set({
      state,
      at: state === 'queued' ? null : now,
      attempts: sql`${ruleCommands.attempts} + 1`,
      code: failure?.code ?? null,
      params: failure?.params ?? null,
    })
    .where(isAt(place));
  const isWaiting = state === 'queued' && failure !== null && needsMailServer.has(failure.code);
  if (state === 'failed' || isWaiting) {
    await db.update(ruleExecutions).set({ hasError: true }).where(eq(ruleExecutions.id, place.executionId));
  } else if (state === 'sent') await clearError(db, place.executionId);
}

export async function failQueued(
  db: Db,
  places: readonly CommandPlace[],
  { failure, now }: { failure: OutboxFailure; now: Date },
): Promise<void> {
  const [executionIds, positions] = [places.map((each) => each.executionId), places.map((each) => each.position)];
  const failed = await db
    .update(ruleCommands)
    .set({ state: 'failed', at: now, code: failure.code, params: failure.params })
    .where(
      and(
        eq(ruleCommands.state, 'queued'),
        sql`(${ruleCommands.executionId}, ${ruleCommands.position}) in (
          select * from unnest(${sql.param(executionIds)}::bigint[], ${sql.param(positions)}::smallint[]))`,
      ),
    )
    .returning({ executionId: ruleCommands.executionId });
  const ids = sql.param(failed.map(({ executionId }) => executionId));
  await db.update(ruleExecutions).set({ hasError: true }).where(sql`${ruleExecutions.id} = any(${ids}::bigint[])`);
}

export interface FoundConnector {
  id: number;
  type: string;
  accountPath: string;
}

export async function findConnectorsOf(db: Db, ids: readonly number[]): Promise<Map<number, FoundConnector>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: connectorView.id, type: connectorView.type, accountPath })
    .from(connectorView)
    .innerJoin(accounts, eq(accounts.id, connectorView.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(inArray(connectorView.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether a device of the connector with this name belongs to an account that is neither this one nor below it. */
export async function hasForeignDevice(
  db: Db,
  device: { connectorId: number; externalId: string; accountPath: string },
): Promise<boolean> {
  const [row] = await db
    .select({ id: deviceView.twinId })
    .from(deviceView)
    .innerJoin(twinView, eq(twinView.id, deviceView.twinId))
    .innerJoin(accounts, eq(accounts.id, twinView.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(
      and(
        eq(deviceView.connectorId, device.connectorId),
        eq(deviceView.externalId, device.externalId),
        sql`not ${scopes.path} <@ ${device.accountPath}::ltree`,
      ),
    );
  return row !== undefined;
}

/** Twins with their scope and the scope of their account. */
export async function findTargets(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, FoundTarget>();
  const rows = await db
    .select({
      id: twinView.id,
      category: twinView.category,
      scopePath: sql<string>`${twinView.scopePath}::text`,
      accountId: twinView.accountId,
      accountPath,
    })
    .from(twinView)
    .innerJoin(accounts, eq(accounts.id, twinView.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(inArray(twinView.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}
export interface FoundTarget {
  id: number;
  category: TwinCategory;
  scopePath: string;
  accountId: number;
  accountPath: string;
}

export async function findStateByKey(db: Db, twinId: number, key: string) {
  const [state] = await db
    .select({ id: stateView.id, source: stateView.source, valueType: stateView.valueType })
    .from(stateView)
    .where(and(eq(stateView.twinId, twinId), sql`lower(${stateView.key}) = lower(${key})`));
  return state;
}
