import type { Database } from '../../platform/db/db.ts';
import { createListenConnection, type ListenConnection } from '../../platform/db/listen-connection.ts';
import type { Log } from '../../platform/log/log.ts';
import { findSending, fleetChannel } from './fleet.store.ts';
import { groupIdOf, sendersOf } from './members.ts';
import type { SimulatorRunner } from './runner.ts';

/** Of all processes on a database one simulates: twins of a virtual device would be seen. */
const lockKey = 7_306_061;

interface WatchOptions {
  database: Database;
  log: Log;
  runner: SimulatorRunner;
  /** How often it looks by itself, should a hint be lost or the one that simulates be gone. */
  pollMs?: number;
}

/** Brings the runner to what the rows say, as soon as they change. */
export function createWatch({ database, log, runner, pollMs = 10_000 }: WatchOptions) {
  /** The revision of each fleet that sends. */
  const sending = new Map<number, number>();
  let listenConnection: ListenConnection | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isHolder = false;
  let turn: Promise<void> = Promise.resolve();

  async function takeLock(): Promise<void> {
    const { rows } = (await listenConnection?.query('select pg_try_advisory_lock($1) as locked', [lockKey])) ?? {
      rows: [],
    };
    isHolder = rows[0]?.locked === true;
    if (isHolder) await runner.start();
  }

  async function reconcile(): Promise<void> {
    const wanted = new Map((await findSending(database.db)).map((row) => [row.id, row]));
    for (const id of [...sending.keys()]) {
      if (wanted.has(id)) continue;
      sending.delete(id);
      await runner.stop(groupIdOf(id));
    }
    for (const fleet of wanted.values()) {
      if (sending.get(fleet.id) === fleet.revision || fleet.connectorId === null) continue;
      sending.set(fleet.id, fleet.revision);
      await runner.run({ id: groupIdOf(fleet.id), connectorId: fleet.connectorId, senders: sendersOf(fleet) });
    }
  }

  /** One after the other. */
  function look(): Promise<void> {
    turn = turn
      .then(async () => {
        if (!listenConnection) return;
        if (!isHolder) await takeLock();
        await reconcile();
      })
      .catch((error: unknown) => log.warn({ err: error }, 'fleets could not be looked at'));
    return turn;
  }

  return {
    /** Right after a change in this process. */
    look,
    async start(): Promise<void> {
      listenConnection = createListenConnection({
        url: database.url,
        name: 'stellwerk-simulator',
        log,
        channels: [fleetChannel],
        onNotify: () => void look(),
        // The lock went with the connection, and somebody else may simulate by now.
        onLost() {
          isHolder = false;
          turn = turn.then(() => runner.pause());
        },
      });
      await listenConnection.ready();
      await look();
      timer = setInterval(() => void look(), pollMs);
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      const ending = listenConnection;
      listenConnection = undefined;
      await turn;
      isHolder = false;
      sending.clear();
      await runner.pause();
      await ending?.stop();
    },
  };
}
