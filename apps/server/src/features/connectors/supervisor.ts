import type { Database } from '../../platform/db/db.ts';
import { createListenConnection, type ListenConnection } from '../../platform/db/listen-connection.ts';
import type { Log } from '../../platform/log/log.ts';
import { type Runnable, readRunnable } from './connector.store.ts';
import { createJoiner, notifyChunks } from './notify-chunks.ts';
import type { Runner } from './runner.ts';

/** First half of the keys of session locks: each connector runs in one process only. */
const lockSpace = 7306040;

interface SupervisorOptions {
  database: Database;
  log: Log;
  /** Undefined for connectors of an unknown kind. */
  startRunner(connector: Runnable): Runner | undefined;
  isOnce(type: string): boolean;
  /** Called when all rows have been read and each connector of this process has been started once. */
  onComplete(): Promise<void>;
  /** Receives messages of all processes. */
  onMessage(text: string): void;
  pollMs?: number;
}

/** `application_name` of the connections of running supervisors. */
const processName = 'stellwerk-connectors';
const hints = 'connectors';
const talk = 'connector_calls';

/** Starts, stops and restarts connectors as their rows change, in coordination with other processes. */
export function createSupervisor(options: SupervisorOptions) {
  const { database, log, startRunner, isOnce, pollMs = 5_000 } = options;
  const runners = new Map<number, Runner>();
  const join = createJoiner(options.onMessage);
  let listenConnection: ListenConnection | undefined;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  /** Number of the database session that has the locks. */
  let session = 0;

  async function takeLock(id: number): Promise<boolean> {
    const text = 'select pg_try_advisory_lock($1, $2::int) as locked';
    const { rows } = (await listenConnection?.query(text, [lockSpace, id])) ?? { rows: [] };
    return rows[0]?.locked === true;
  }

  async function stopOne(id: number, runner: Runner): Promise<void> {
    runners.delete(id);
    await runner.stop();
    if (!runner.isOnce) return;
    // A lost connection has released the lock already.
    await listenConnection?.query('select pg_advisory_unlock($1, $2::int)', [lockSpace, id]).catch(() => {});
  }

  async function bring(connector: Runnable): Promise<void> {
    const running = runners.get(connector.id);
    if (running && connector.active && running.revision === connector.revision) {
      return running.setMutator(connector.mutator);
    }
    if (running) await stopOne(connector.id, running);
    if (!connector.active) return;
    const once = isOnce(connector.type);
    const before = session;
    if (once && (!(await takeLock(connector.id)) || session !== before)) return;
    const runner = startRunner(connector);
    if (!runner) return;
    runners.set(connector.id, runner);
    if (!once) await runner.settled;
  }

  async function reconcile(ids?: readonly number[]): Promise<void> {
    const wanted = new Map((await readRunnable(database.db, ids)).map((row) => [row.id, row]));
    for (const [id, runner] of [...runners]) {
      if (!wanted.has(id) && (!ids || ids.includes(id))) await stopOne(id, runner);
    }
    for (const connector of wanted.values()) {
      await bring(connector).catch((error: unknown) =>
        log.warn({ err: error, connectorId: connector.id }, 'connector not started'),
      );
    }
    if (!ids) await options.onComplete();
  }

  /** Reads of the rows are serialised, because two at once could start a connector twice. */
  function look(ids?: readonly number[]): Promise<void> {
    turn = turn
      .then(() => (listenConnection ? reconcile(ids) : undefined))
      .catch((error: unknown) => log.warn({ err: error }, 'connectors could not be looked at'));
    return turn;
  }

  /** The locks end with the connection and another process may take them, so all connectors stop immediately. */
  function dropOnce(): void {
    session += 1;
    const stopped = [...runners]
      .filter(([, runner]) => runner.isOnce)
      .map(([id, runner]) => {
        runners.delete(id);
        return runner.stop();
      });
    turn = turn.then(async () => void (await Promise.all(stopped)));
  }

  return {
    async start(): Promise<void> {
      listenConnection = createListenConnection({
        url: database.url,
        name: processName,
        log,
        channels: [hints, talk],
        onNotify(channel, payload) {
          if (channel === talk) join(payload);
          else void look([Number(payload)]);
        },
        onLost: dropOnce,
      });
      await listenConnection.ready();
      await look();
      timer = setInterval(() => void look(), pollMs);
    },
    /** Called right after a change in this process. */
    look,
    find: (id: number): Runner | undefined => runners.get(id),
    async notifyAll(text: string): Promise<void> {
      await listenConnection?.query('select pg_notify($1, part) from unnest($2::text[]) as part', [
        talk,
        notifyChunks(text),
      ]);
    },
    /** Counts only connected supervisors, because the others receive no notifications. */
    async countOthers(): Promise<number> {
      const text = `select count(*)::int - 1 as others from pg_stat_activity
        where datname = current_database() and application_name = $1`;
      const { rows } = (await listenConnection?.query(text, [processName])) ?? { rows: [] };
      return rows[0]?.others ?? 0;
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      const ending = listenConnection;
      listenConnection = undefined;
      await turn;
      for (const [id, runner] of [...runners]) {
        if (runner.isOnce) void runner.report('waiting');
        await stopOne(id, runner);
      }
      await ending?.stop();
    },
  };
}
