import type { Database } from '../../platform/db/db.ts';
import { createListenConnection, type ListenConnection } from '../../platform/db/listen-connection.ts';
import type { Log } from '../../platform/log/log.ts';
import { findSending, fleetChannel } from './fleet.store.ts';
import { groupIdOf, sendersOf } from './fleet-devices.ts';
import type { SimulatorRunner } from './runner.ts';

/** Only one process per database simulates, otherwise each virtual device would send twice. */
const lockKey = 7_306_061;

interface WatchOptions {
  database: Database;
  log: Log;
  runner: SimulatorRunner;
  /** Polling interval, in case a notification is lost or the simulating process stops. */
  pollMs?: number;
}

/** Starts and stops fleets when their rows change. */
export function createWatch({ database, log, runner, pollMs = 10_000 }: WatchOptions) {
  /** Revision of each running fleet. */
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
    /** Called right after a change in this process. */
    look,
    async start(): Promise<void> {
      listenConnection = createListenConnection({
        url: database.url,
        name: 'stellwerk-simulator',
        log,
        channels: [fleetChannel],
        onNotify: () => void look(),
        // The lock is lost with the connection, so another process may simulate now.
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
