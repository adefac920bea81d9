import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock/clock.ts';
import { createConcurrencyLimit } from '../concurrency/concurrency-limit.ts';
import type { Database, Db } from '../db/db.ts';
import { createListenConnection, type ListenConnection } from '../db/listen-connection.ts';
import type { Log } from '../log/log.ts';
import { createDelivery, type Deliver, type Discard } from './deliver.ts';
import { discardHeld, type HeldDeliveries, readHeld, sendHeld, settleDiscarded } from './held.store.ts';
import { createLane, type Lane } from './lane.ts';
import { laneCount, lanesWithWork, type OutboxStats, outboxChannel, readStats, retryParked } from './outbox.store.ts';

export interface OutboxOptions {
  database: Database;
  /** Deliverers by kind of entry. */
  deliverers: Readonly<Record<string, Deliver>>;
  /** Discarders by kind of entry, for features that keep records of their deliveries. */
  discarders?: Readonly<Record<string, Discard>>;
  log: Log;
  clock: Clock;
  random?: () => number;
  batchSize?: number;
  /** Number of lanes that may use the database at the same time. */
  concurrency?: number;
  /** Poll interval, in case a notification of the database is lost. */
  pollMs?: number;
  timeoutMs?: number;
  giveUpAfterMs?: number;
  backoff?: { firstMs: number; maxMs: number };
}

export interface Outbox {
  start(): Promise<void>;
  /** Signals running deliveries to stop; entries not recorded as delivered are delivered again later. */
  stop(): Promise<void>;
  stats(): Promise<OutboxStats>;
  retryParked(target: string): Promise<void>;
  /** Deliveries of a restored backup that wait for a decision. Call `publish` of `discard` after the commit. */
  held: {
    read(db: Db): Promise<HeldDeliveries>;
    send(db: Db): Promise<number>;
    discard(db: Db): Promise<{ count: number; publish(): void }>;
  };
}

const lockSpace = 7_306_023;
const lanesAtOnce = 16;
const turn = (distance: number) => (distance + laneCount) % laneCount;

export function createOutbox(options: OutboxOptions): Outbox {
  const { database, deliverers, discarders = {}, log, clock, random = Math.random } = options;
  const { batchSize = 200, concurrency = 4, pollMs = 5_000, timeoutMs = 60_000, giveUpAfterMs = 86_400_000 } = options;
  const { firstMs, maxMs } = options.backoff ?? { firstMs: 1_000, maxMs: 600_000 };
  const { db } = database;
  const backoffMs = (attempts: number) => Math.min(firstMs * 2 ** (attempts - 1), maxMs) * (0.5 + random() / 2);
  const deliver = createDelivery({ deliverers, log, timeoutMs, giveUpAfterMs, backoffMs });
  const { run: limit } = createConcurrencyLimit(concurrency);
  const lanes = new Map<number, { lane: Lane; over: Promise<void> }>();
  /** Lanes that got work while they were being released. */
  const missed = new Set<number>();
  let current = new AbortController();
  let stopped = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;

  let link: ListenConnection | undefined;

  function serve(number: number, query: ListenConnection['query'], signal: AbortSignal): void {
    const sizes = { batchSize, patienceMs: 50, maxFailing: 32, maxBatches: 50 };
    const lane = createLane({ lane: number, db, clock, deliver, backoffMs, limit, signal, ...sizes });
    const over = lane
      .drain()
      .catch(async (error: unknown) => {
        if (stopped) return;
        log.error({ err: error, lane: number }, 'outbox lane failed');
        await delay(1_000, undefined, { ref: false });
      })
      .then(async () => {
        if (!signal.aborted) await query('select pg_advisory_unlock($1, $2)', [lockSpace, number]);
      })
      .catch((error: unknown) => log.warn({ err: error, lane: number }, 'outbox lane could not be let go'))
      .finally(() => {
        lanes.delete(number);
        // New work arrived while the lane was being released.
        if (missed.delete(number)) look();
      });
    lanes.set(number, { lane, over });
  }

  async function lookOnce(query: ListenConnection['query'], { signal }: AbortController): Promise<void> {
    const work = await lanesWithWork(db);
    for (const number of work.filter((each) => lanes.has(each))) {
      missed.add(number);
      lanes.get(number)?.lane.wake();
    }
    // Takes a few lanes at a time from a random start, so that processes that poll at the same moment share the work.
    const start = Math.floor(random() * laneCount);
    const free = work.filter((each) => !lanes.has(each)).toSorted((a, b) => turn(a - start) - turn(b - start));
    if (free.length === 0) return;
    const text = 'select lane from unnest($1::int[]) as lane where pg_try_advisory_lock($2, lane) limit $3';
    const locked = await query(text, [free, lockSpace, lanesAtOnce]);
    lookAgain ||= locked.rows.length === lanesAtOnce;
    for (const { lane } of locked.rows) serve(lane, query, signal);
  }

  /** Notifications arrive faster than needed: those that arrive during a poll are coalesced into one further poll. */
  function look(): void {
    lookAgain = true;
    const listenConnection = link;
    if (looking || stopped || !listenConnection) return;
    looking = (async () => {
      while (lookAgain && !stopped) {
        lookAgain = false;
        await lookOnce(listenConnection.query, current).catch((error: unknown) =>
          log.warn({ err: error }, 'outbox could not be read'),
        );
      }
    })().finally(() => {
      looking = undefined;
    });
  }

  /** Settles the deliveries that an operator discarded during a restore. */
  async function settleRestored(): Promise<void> {
    const { publish } = await db.transaction((tx) => settleDiscarded(tx, discarders));
    publish();
  }

  let timer: NodeJS.Timeout | undefined;
  return {
    async start() {
      await settleRestored().catch((error: unknown) => log.warn({ err: error }, 'discarded deliveries not settled'));
      link = createListenConnection({
        url: database.url,
        name: 'stellwerk-outbox',
        log,
        channels: [outboxChannel],
        onNotify: look,
        // The locks are lost, so another process may already serve these lanes.
        onLost() {
          current.abort();
          current = new AbortController();
          void link?.ready().then(look);
        },
      });
      await link.ready();
      timer = setInterval(look, pollMs);
      look();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      current.abort();
      await looking;
      await Promise.all([...lanes.values()].map(({ over }) => over));
      await link?.stop();
    },
    stats: () => readStats(db),
    retryParked: (target) => retryParked(db, target, clock.now()),
    held: {
      read: readHeld,
      send: (tx) => sendHeld(tx, clock.now()),
      async discard(tx) {
        await discardHeld(tx);
        return settleDiscarded(tx, discarders);
      },
    },
  };
}
