import type { CommandState } from '@stellwerk/contract/rule-run';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../platform/db/db.ts';
import type { OutboxFailure } from '../../../platform/outbox/outbox.table.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { connectors } from '../../connectors/index.ts';
import { devices } from '../../devices/index.ts';
import { states } from '../../states/index.ts';
import { twins } from '../../twins/index.ts';
import { ruleCommands, ruleExecutions } from '../execution.table.ts';
import { rules } from '../rule.table.ts';

const path = sql<string>`${scopes.path}::text`;

export interface CommandPlace {
  executionId: number;
  position: number;
}

const isAt = ({ executionId, position }: CommandPlace) =>
  and(eq(ruleCommands.executionId, executionId), eq(ruleCommands.position, position));

const found = {
  executionId: ruleCommands.executionId,
  position: ruleCommands.position,
  state: ruleCommands.state,
  accountId: twins.accountId,
  accountPath: path,
};

const commandsWith = (db: Db) =>
  db
    .select(found)
    .from(ruleCommands)
    .innerJoin(ruleExecutions, eq(ruleExecutions.id, ruleCommands.executionId))
    .innerJoin(rules, eq(rules.id, ruleExecutions.ruleId))
    .innerJoin(twins, eq(twins.id, rules.twinId))
    .innerJoin(accounts, eq(accounts.id, twins.accountId))
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
  if (state !== 'failed') return;
  await db.update(ruleExecutions).set({ hasError: true }).where(eq(ruleExecutions.id, place.executionId));
}

/** Fails the commands that are still queued. */
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
    .select({ id: connectors.id, type: connectors.type, accountPath: path })
    .from(connectors)
    .innerJoin(accounts, eq(accounts.id, connectors.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(inArray(connectors.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Whether a device with this name uses the connector and belongs to an account that is neither this one nor below it.
 */
export async function hasForeignDevice(
  db: Db,
  { connectorId, externalId, accountPath }: { connectorId: number; externalId: string; accountPath: string },
): Promise<boolean> {
  const [row] = await db
    .select({ id: devices.twinId })
    .from(devices)
    .innerJoin(twins, eq(twins.id, devices.twinId))
    .innerJoin(accounts, eq(accounts.id, twins.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(
      and(
        eq(devices.connectorId, connectorId),
        eq(devices.externalId, externalId),
        sql`not ${scopes.path} <@ ${accountPath}::ltree`,
      ),
    );
  return row !== undefined;
}

/** Twins with their scope and the scope of their account. */
export async function findTargets(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, FoundTarget>();
  const ofAccount = alias(scopes, 'account_scope');
  const rows = await db
    .select({
      id: twins.id,
      category: twins.category,
      scopePath: path,
      accountId: twins.accountId,
      accountPath: sql<string>`${ofAccount.path}::text`,
    })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .innerJoin(accounts, eq(accounts.id, twins.accountId))
    .innerJoin(ofAccount, eq(ofAccount.id, accounts.scopeId))
    .where(inArray(twins.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}
export interface FoundTarget {
  id: number;
  category: (typeof twins.$inferSelect)['category'];
  scopePath: string;
  accountId: number;
  accountPath: string;
}

export async function findStateByKey(db: Db, twinId: number, key: string) {
  const [state] = await db
    .select({ id: states.id, source: states.source, valueType: states.valueType })
    .from(states)
    .where(and(eq(states.twinId, twinId), sql`lower(${states.key}) = lower(${key})`));
  return state;
}
