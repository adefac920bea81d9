import { ConnectorProblem } from '@stellwerk/plugin/connector-server';
import type { Clock } from '../../../platform/clock/clock.ts';
import { createBudget } from '../../../platform/clock/work-budget.ts';
import type { Db } from '../../../platform/db/db.ts';
import { onBehalfOf } from '../../../platform/db/fair-pool.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Deliver, DeliveryResult, Discard } from '../../../platform/outbox/deliver.ts';
import type { QueuedEntry } from '../../../platform/outbox/outbox.store.ts';
import { type FoundCommand, failQueued, findCommands, lockCommand, writeOutcome } from './command.store.ts';
import { type Failure, failureOf } from './outcome.ts';
import { type QueuedCommand, queuedCommand } from './prepare.ts';
import type { CommandRunner, Doing } from './runner.ts';

interface DeliveryDeps {
  db: Db;
  runner: CommandRunner;
  clock: Clock;
  log: Log;
  /** A command is given up after this time; the outbox must not give up earlier. */
  giveUpAfterMs?: number;
  /** Time limit of a batch: the rest of a slow target is requeued before the outbox times out. */
  batchMs?: number;
  /** Time limit of a single command that leaves the platform. */
  commandMs?: number;
}

/** Number of rules whose commands go to one target in parallel. Inside the platform they would block each other. */
const atOnce = 4;
const isInsideTarget = (target: string) => target.startsWith('twin/');

interface Queued {
  entry: QueuedEntry;
  command: QueuedCommand;
  /** Undefined if its rule or execution was deleted. */
  found: FoundCommand | undefined;
}

interface Batch {
  until: number;
  /** The reason why the target can't be reached at all. */
  down: Failure | undefined;
  signal: AbortSignal;
}

/** Time that a command may compute, for example the states that depend on one it sets. */
const insideMs = 3_000;

const busy = { code: 'SERVICE_UNAVAILABLE', params: {} };

const isOpen = (state: string | undefined) => state === 'queued' || state === 'failed';

/** Delivers commands of rules from the outbox, one target at a time, and records the result of each. */
export function createCommandDelivery(deps: DeliveryDeps): Deliver {
  const { db, runner, clock, log, giveUpAfterMs = 86_400_000, batchMs = 25_000, commandMs = 25_000 } = deps;

  /** A command inside the platform is executed and recorded in one transaction, and therefore exactly once. */
  async function doOnce(command: QueuedCommand, doing: Doing): Promise<void> {
    const publish = await db.transaction(async (tx) => {
      if (!isOpen(await lockCommand(tx, command))) return undefined;
      const done = await createBudget(insideMs).run(() => runner.run(tx, doing));
      await writeOutcome(tx, command, { state: 'sent', failure: null, now: clock.now() });
      return done.publish;
    });
    publish?.();
  }

  async function doOutside(command: QueuedCommand, doing: Doing): Promise<void> {
    const patience = AbortSignal.timeout(commandMs);
    const signal = AbortSignal.any([doing.signal, patience]);
    const late = Promise.withResolvers<never>();
    // A target that responds very slowly must not use up the time of the whole batch.
    const stop = () => late.reject(new ConnectorProblem('COMMAND_FAILED', { reason: `> ${commandMs} ms` }));
    signal.addEventListener('abort', stop, { once: true });
    const { publish } = await Promise.race([runner.run(db, { ...doing, signal }), late.promise]);
    signal.removeEventListener('abort', stop);
    await writeOutcome(db, command, { state: 'sent', failure: null, now: clock.now() });
    publish();
  }

  const isLate = ({ entry }: Queued) => clock.now().getTime() - entry.createdAt.getTime() > giveUpAfterMs;

  async function settle(queued: Queued, { reason, isFinal, afterMs }: Failure): Promise<DeliveryResult> {
    const isOver = isFinal || isLate(queued);
    const state = isOver ? 'failed' : 'queued';
    await writeOutcome(db, queued.command, { state, failure: reason, now: clock.now() });
    if (isOver) return { reject: reason };
    return { retry: reason, ...(afterMs === undefined ? {} : { afterMs }) };
  }

  async function deliver(queued: Queued, batch: Batch): Promise<DeliveryResult> {
    const { command, found } = queued;
    if (!found || !isOpen(found.state)) return 'delivered';
    // Without an attempt nothing is recorded, unless the command is given up.
    if (batch.down) return isLate(queued) ? settle(queued, batch.down) : { retry: batch.down.reason };
    // Other commands used up the time of the batch, so this one is retried immediately.
    if (performance.now() > batch.until && !isLate(queued)) return { retry: busy, afterMs: 0 };
    const account = { id: found.accountId, path: found.accountPath };
    const doing: Doing = { ...command, account, signal: batch.signal };
    try {
      const carryOut = runner.isInside(command.type) ? doOnce : doOutside;
      await onBehalfOf(account.id, () => carryOut(command, doing));
      return 'delivered';
    } catch (error) {
      batch.signal.throwIfAborted();
      const failure = failureOf(error);
      log.info({ err: error, ...placeOf(command), code: failure.reason.code }, 'a command was not delivered');
      if (failure.isDown) batch.down = failure;
      return settle(queued, failure);
    }
  }

  return async (entries, { signal }) => {
    const commands = entries.map(({ payload }) => queuedCommand.parse(payload));
    const rows = await findCommands(db, [...new Set(commands.map(({ executionId }) => executionId))]);
    const byPlace = new Map(rows.map((row) => [`${row.executionId}/${row.position}`, row]));
    const queued = entries.flatMap((entry, index): Queued[] => {
      const command = commands[index];
      return command ? [{ entry, command, found: byPlace.get(`${command.executionId}/${command.position}`) }] : [];
    });
    const batch: Batch = { until: performance.now() + batchMs, down: undefined, signal };
    const results = new Map<QueuedEntry, DeliveryResult>();
    const lines = Map.groupBy(queued, ({ entry }) => entry.key).values();

    async function work(): Promise<void> {
      for (const line of lines) {
        for (const each of line) {
          signal.throwIfAborted();
          const result = await deliver(each, batch);
          results.set(each.entry, result);
          // The following commands of the rule wait until this one has been retried.
          if (result !== 'delivered' && 'retry' in result) break;
        }
      }
    }
    const workers = isInsideTarget(entries[0]?.target ?? '') ? 1 : atOnce;
    await Promise.all(Array.from({ length: workers }, work));
    return entries.map((entry) => results.get(entry) ?? { retry: busy });
  };
}

const placeOf = ({ executionId, position }: QueuedCommand) => ({ executionId, position });

/** Fails commands whose outbox entries were discarded. */
export const createCommandDiscard =
  ({ clock }: Pick<DeliveryDeps, 'clock'>): Discard =>
  async (db, payloads, failure) => {
    const places = payloads.map((payload) => placeOf(queuedCommand.parse(payload)));
    await failQueued(db, places, { failure, now: clock.now() });
    return () => {};
  };
