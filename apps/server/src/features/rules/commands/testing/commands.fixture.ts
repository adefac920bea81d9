import { type RuleCommand, ruleCommand } from '@stellwerk/contract/rule';
import type { RunMetric } from '@stellwerk/contract/rule-run';
import { asc, eq } from 'drizzle-orm';
import { expect, onTestFinished, vi } from 'vitest';
import type { z } from 'zod';
import { makeConnector, type Rig, type RigOptions, startRig, stateOf } from '../../../../../test/connectors/rig.ts';
import type { TestTwin, TestUser } from '../../../../../test/factories.ts';
import { freePort } from '../../../../../test/mosquitto.ts';
import { type Clock, systemClock } from '../../../../platform/clock/clock.ts';
import { createLog } from '../../../../platform/log/log.ts';
import { putOutbox } from '../../../../platform/outbox/outbox.store.ts';
import { outbox } from '../../../../platform/outbox/outbox.table.ts';
import { createOutbox, type OutboxOptions } from '../../../../platform/outbox/outbox.ts';
import { ruleCommands, ruleExecutions } from '../../execution.table.ts';
import { discoverCommands, ownPlugins } from '../kinds.ts';
import { prepareCommand } from '../prepare.ts';

const log = createLog('silent');
export const waits = { timeout: 20_000, interval: 30 };

export type GivenCommand = z.input<typeof ruleCommand>;

export interface Fired {
  ruleId: number;
  executionId: number;
}

/** Accounts with everything that commands of rules need, and an outbox that retries quickly. */
export async function startCommandRig(options: RigOptions = {}) {
  const mailPort = await freePort();
  const rig: Rig = await startRig({
    systemMail: {
      ...{ host: '127.0.0.1', port: mailPort, secure: false, requireTls: false, trusted: true },
      from: 'Stellwerk <noreply@stellwerk.example>',
    },
    ...options,
  });
  const { server } = rig;
  const { db } = server.database;
  const kinds = await discoverCommands(ownPlugins, server.connectors.kinds, log);

  return {
    ...rig,
    mailPort,
    db,

    /** Starts an outbox for one test. */
    async startOutbox(clock: Clock = systemClock, more: Partial<OutboxOptions> = {}) {
      const { deliverers } = server;
      const backoff = { firstMs: 50, maxMs: 200 };
      const process = createOutbox({
        database: server.database,
        deliverers,
        log,
        clock,
        backoff,
        pollMs: 300,
        ...more,
      });
      await process.start();
      onTestFinished(() => process.stop());
      return process;
    },

    async manager() {
      const permissions = ['all.manage', 'DigitalTwin.manage', 'VirtualDevice.manage'];
      const user = await server.make.user({ permissions });
      return { user, twin: await server.make.twin({ account: user.account, title: 'Kessel "Süd" <7>' }) };
    },

    async connect(user: TestUser, type: string, connectorOptions: Record<string, unknown>) {
      const made = await makeConnector(server, { type, options: connectorOptions }, user);
      await vi.waitFor(async () => expect((await stateOf(server, made)).state).toBe('connected'), waits);
      return made.id;
    },

    /** Does the same as the engine when a rule of the twin fires. */
    async fire(
      {
        twin,
        ruleId,
        metrics = [],
        depth = 0,
      }: { twin: TestTwin; ruleId?: number; metrics?: RunMetric[]; depth?: number },
      given: readonly GivenCommand[],
    ): Promise<Fired> {
      const commands = given.map((each): RuleCommand => ruleCommand.parse(each));
      const rule = ruleId ?? (await server.make.rule({ twin, title: 'Too hot' })).id;
      const at = new Date();
      const context = {
        rule: { id: rule, title: 'Too hot', twinId: twin.id, accountId: twin.account.id },
        twin: { id: twin.id, title: twin.title, keyValue: { room: '7' } },
        ...{ accountName: 'Stadtwerke', metrics, link: 'https://stellwerk.test/#/x' },
      };
      return db.transaction(async (tx) => {
        const [execution] = await tx
          .insert(ruleExecutions)
          .values({
            ...{ ruleId: rule, revision: 1, at, lastAt: at, result: 'executed' as const, durationMs: 1 },
            ...{ trigger: { kind: 'test' as const }, metrics, isMet: true },
          })
          .returning({ id: ruleExecutions.id });
        const executionId = execution?.id ?? 0;
        for (const [position, command] of commands.entries()) {
          const place = { executionId, position, depth, atMs: at.getTime() };
          const { type, target, entry } = prepareCommand(kinds, context, command, place);
          await tx.insert(ruleCommands).values({ executionId, position, type, target });
          await putOutbox(tx, [entry]);
        }
        return { ruleId: rule, executionId };
      });
    },

    rows: ({ executionId }: Fired) =>
      db
        .select({
          state: ruleCommands.state,
          target: ruleCommands.target,
          attempts: ruleCommands.attempts,
          code: ruleCommands.code,
          params: ruleCommands.params,
          at: ruleCommands.at,
        })
        .from(ruleCommands)
        .where(eq(ruleCommands.executionId, executionId))
        .orderBy(asc(ruleCommands.position)),

    async hasError({ executionId }: Fired): Promise<boolean | undefined> {
      const [row] = await db.select().from(ruleExecutions).where(eq(ruleExecutions.id, executionId));
      return row?.hasError;
    },

    waiting: (target: string) => db.select().from(outbox).where(eq(outbox.target, target)),

    /** Waits until none of the commands is queued any more. */
    async settled(...fired: Fired[]): Promise<void> {
      const { rows } = this;
      await vi.waitFor(async () => {
        const states = (await Promise.all(fired.map(rows))).flat().map(({ state }) => state);
        expect(states).not.toContain('queued');
      }, waits);
    },
  };
}
export type CommandRig = Awaited<ReturnType<typeof startCommandRig>>;
