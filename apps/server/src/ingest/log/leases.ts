import type pg from 'pg';
import { inTransaction } from '../../platform/history/connection.ts';
import type { Log } from '../../platform/log/log.ts';
import { shardCount } from './packet.ts';
import { announce, claimShards, ensureShards, type Lease, leave, releaseShards, renewShards } from './shards.store.ts';

export interface LeaseOptions {
  pool: pg.Pool;
  log: Log;
  /** Names this process; never used again by another one. */
  owner: string;
  /** A process that is silent for this long loses its shards. */
  ttlMs: number;
  onGained(leases: readonly Lease[]): Promise<void>;
  /** They are another's from now on, or nobody's. Work on them may still be under way: its commit will fail. */
  onLost(shards: readonly number[]): void;
}

export interface Leases {
  start(): Promise<void>;
  /** The lease of a shard, if this process holds it. */
  of(shard: number): Lease | undefined;
  all(): Lease[];
  /** Looks at the leases now; normally this happens by itself. */
  renew(): Promise<void>;
  /** A commit has found that these are no longer ours. */
  lost(shards: readonly number[]): void;
  stop(): Promise<void>;
}

/** Which shards this process owns: all of them when it is alone, else about its share. */
export function createLeases({ pool, log, owner, ttlMs, onGained, onLost }: LeaseOptions): Leases {
  const held = new Map<number, Lease>();
  let timer: NodeJS.Timeout | undefined;
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
    );
    if (gained.length === 0) return;
    await onGained(gained);
    for (const lease of gained) held.set(lease.shard, lease);
  }

  // One pass after the other: two at once would count shards twice.
  const renew = () => {
    running = running.then(pass).catch((error: unknown) => log.warn({ err: error }, 'renewing shards failed'));
    return running;
  };

  return {
    async start() {
      await ensureShards(pool, shardCount);
      await pass();
      timer = setInterval(() => void renew(), ttlMs / 4);
    },
    of: (shard) => held.get(shard),
    all: () => [...held.values()],
    renew,
    lost: forget,
    async stop() {
      clearInterval(timer);
      await running;
      await giveBack([...held.values()]);
      await leave(pool, owner);
    },
  };
}
