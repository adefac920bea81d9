import type pg from 'pg';
import { inTransaction } from '../../platform/db/connection.ts';
import { createListenConnection, type ListenConnection } from '../../platform/db/listen-connection.ts';
import { isLockTimeout } from '../../platform/db/sql-state.ts';
import type { Log } from '../../platform/log/log.ts';
import { shardCount } from './packet.ts';
import {
  announce,
  claimShards,
  countHeldByOthers,
  endLeasesOfDead,
  ensureShards,
  holdPresence,
  type Lease,
  leave,
  releaseShards,
  renewShards,
} from './shards.store.ts';

interface LeaseOptions {
  pool: pg.Pool;
  /** Of the same database: a dedicated connection shows other processes that this one is alive. */
  url: string;
  log: Log;
  /** Unique id of this process, never reused by another one. */
  owner: string;
  /** A process that is silent for this long loses its shards. */
  ttlMs: number;
  /** Maximum delay until the end of another process is noticed. */
  lookMs: number;
  /** Loads everything that must be known about shards before they are used. */
  prepare(leases: readonly Lease[]): Promise<void>;
  onGained(): void;
  /** The shards belong to another process or to none. The commit of work in progress on them will fail. */
  onLost(shards: readonly number[]): void;
}

export interface Leases {
  start(): Promise<void>;
  of(shard: number): Lease | undefined;
  all(): Lease[];
  /** Checks and renews the leases now; normally a timer does this. */
  renew(): Promise<void>;
  /** Whether every shard has a living owner, this process or another. */
  areAllHeld(): Promise<boolean>;
  /** Drops shards after a commit has found that another process owns them. */
  lost(shards: readonly number[]): void;
  stop(): Promise<void>;
}

/** Manages the shards that this process owns: all of them if it is alone, otherwise about its share. */
export function createLeases(options: LeaseOptions): Leases {
  const { pool, url, log, owner, ttlMs, lookMs, prepare, onGained, onLost } = options;
  const held = new Map<number, Lease>();
  let timer: NodeJS.Timeout | undefined;
  let presence: ListenConnection | undefined;
  let running: Promise<void> = Promise.resolve();

  function forget(shards: readonly number[]): void {
    const known = shards.filter((shard) => held.delete(shard));
    if (known.length > 0) onLost(known);
  }

  async function giveBack(leases: readonly Lease[]): Promise<void> {
    if (leases.length === 0) return;
    forget(leases.map(({ shard }) => shard));
    await releaseShards(pool, owner, leases);
  }

  async function pass(): Promise<void> {
    // A process without this connection can't tell whether others are dead; their leases then expire by time.
    if (presence) await endLeasesOfDead(presence.query, owner).catch(() => {});
    const processes = await announce(pool, owner, ttlMs);
    const kept = new Set(
      (await renewShards(pool, { owner, ttlMs, leases: [...held.values()] })).map(({ shard }) => shard),
    );
    forget([...held.keys()].filter((shard) => !kept.has(shard)));
    const share = Math.ceil(shardCount / processes);
    await giveBack([...held.values()].slice(share));
    if (held.size >= share) return;
    const gained = await inTransaction(pool, (client) =>
      claimShards(client, { owner, ttlMs, limit: share - held.size }),
    ).catch((error: unknown) => {
      // A commit of the previous owner has kept its shard locked for too long; the next pass terminates it.
      if (isLockTimeout(error)) return [];
      throw error;
    });
    if (gained.length === 0) return;
    await prepare(gained);
    for (const lease of gained) held.set(lease.shard, lease);
    onGained();
  }

  // Passes run one after the other: two at once would count shards twice.
  const renew = () => {
    running = running.then(pass).catch((error: unknown) => log.warn({ err: error }, 'renewing shards failed'));
    return running;
  };

  return {
    async start() {
      await ensureShards(pool, shardCount);
      presence = createListenConnection({
        ...{ url, log, name: 'stellwerk-ingest', channels: [], onNotify() {} },
        onConnect: (query) => holdPresence(query, owner),
      });
      // Without this connection other processes would consider this one dead.
      await presence.ready();
      await pass();
      timer = setInterval(() => void renew(), Math.min(ttlMs / 4, lookMs));
    },
    of: (shard) => held.get(shard),
    all: () => [...held.values()],
    renew,
    async areAllHeld() {
      if (held.size === shardCount) return true;
      const own = [...held.keys()];
      return own.length + (await countHeldByOthers(pool, owner, own)) === shardCount;
    },
    lost: forget,
    async stop() {
      clearInterval(timer);
      await running;
      await giveBack([...held.values()]);
      await leave(pool, owner);
      await presence?.stop();
    },
  };
}
