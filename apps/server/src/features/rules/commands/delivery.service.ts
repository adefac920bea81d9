import { ConnectorProblem } from '@stellwerk/plugin/connector-server';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
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
  /** After so long a command is given up; the outbox must not do so earlier. */
  giveUpAfterMs?: number;
  /** How long a batch may go on: the rest of a slow target comes again before the outbox loses its patience. */
  batchMs?: number;
  /** How long one that leaves the platform may take. */
  commandMs?: number;
}

/** Rules whose commands go to the same target side by side. Inside of the platform they would wait for each other. */
const atOnce = 4;
const isInsideTarget = (target: string) => target.startsWith('twin/');

interface Queued {
  entry: QueuedEntry;
  command: QueuedCommand;
  /** Undefined where its rule or execution is gone. */
  found: FoundCommand | undefined;
}

/** What the entries of one batch share. */
interface Batch {
  until: number;
  /** Why the target can't be reached at all. */
  down: Failure | undefined;
  signal: AbortSignal;
}

const busy = { code: 'SERVICE_UNAVAILABLE', params: {} };

const isOpen = (state: string | undefined) => state === 'queued' || state === 'failed';

/** Takes commands of rules out of the outbox, one target at a time, and writes down what became of each. */
export function createCommandDelivery(deps: DeliveryDeps): Deliver {
  const { db, runner, clock, log, giveUpAfterMs = 86_400_000, batchMs = 25_000, commandMs = 25_000 } = deps;

  /** What stays inside is done and noted in one transaction, and therefore once. */
  async function doOnce(command: QueuedCommand, doing: Doing): Promise<void> {
    const publish = await db.transaction(async (tx) => {
      if (!isOpen(await lockCommand(tx, command))) return undefined;
      const done = await runner.run(tx, doing);
      await writeOutcome(tx, command, { state: 'sent', failure: null, now: clock.now() });
      return done.publish;
    });
    publish?.();
  }

  async function doOutside(command: QueuedCommand, doing: Doing): Promise<void> {
    const patience = AbortSignal.timeout(commandMs);
    const signal = AbortSignal.any([doing.signal, patience]);
    const late = Promise.withResolvers<never>();
    // One that drips on must not cost the whole batch its time.
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
    // Without an attempt nothing is noted, unless it is the end.
    if (batch.down) return isLate(queued) ? settle(queued, batch.down) : { retry: batch.down.reason };
    // Not its fault that others took so long: it comes again at once.
    if (performance.now() > batch.until && !isLate(queued)) return { retry: busy, afterMs: 0 };
    const account = { id: found.accountId, path: found.accountPath };
    const doing: Doing = { ...command, account, signal: batch.signal };
    try {
      await (runner.isInside(command.type) ? doOnce(command, doing) : doOutside(command, doing));
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
          // The later ones of a rule wait behind one that has to come again.
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

/** Ends commands whose delivery was discarded. */
export const createCommandDiscard =
  ({ clock }: Pick<DeliveryDeps, 'clock'>): Discard =>
  async (db, payloads, failure) => {
    const places = payloads.map((payload) => placeOf(queuedCommand.parse(payload)));
    await failQueued(db, places, { failure, now: clock.now() });
    return () => {};
  };
