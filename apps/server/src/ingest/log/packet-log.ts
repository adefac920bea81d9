import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type Client, inTransaction } from '../../platform/db/connection.ts';
import type { Log } from '../../platform/log/log.ts';
import { createCommitQueue, type QueueLimits } from './commit-queue.ts';
import { endLane, type LaneSlice, moveLane, parkedAccounts, parkPackets, readLane } from './lanes.store.ts';
import { createLeases, type Leases } from './leases.ts';
import { type NewPacket, type Packet, shardOf } from './packet.ts';
import {
  type AppliedRun,
  cursorsOf,
  insertHandoff,
  insertPackets,
  lastNumbers,
  moveCursors,
  shardsWithHandoff,
  takeHandoff,
} from './packets.store.ts';
import { createShardBuffers } from './shard-buffers.ts';
import { awaitCommits, type Lease, leanOn } from './shards.store.ts';
import { createWaitingRoom } from './waiting-room.ts';

export interface PacketLogOptions extends Partial<QueueLimits> {
  pool: pg.Pool;
  /** URL of the same database. */
  url: string;
  log: Log;
  /** Unique id of this process, never reused by another one. */
  owner: string;
  /** A process that is silent for this long loses its shards. */
  ttlMs?: number;
  /** Maximum delay until the end of another process is noticed. */
  lookMs?: number;
  maxBatch?: number;
  /** How long a sender waits for room before it is refused. */
  roomWaitMs?: number;
  /** Maximum number of packets per shard that are kept in memory until they are applied. */
  maxBuffered?: number;
  onReady(): void;
  /** A previous owner of the shards parked packets of these accounts. Called before any newer packet can be taken. */
  onParked?(accountIds: readonly number[]): void;
  /** These shards belong to other processes now: packets already taken from them must not be applied. */
  onLost?(shards: readonly number[]): void;
}

type AppendResult = 'stored' | 'full';

export interface PacketLog {
  start(): Promise<void>;
  /** Whether this many further packets of the account fit. */
  hasRoom(accountId: number, packets: number): boolean;
  /** Waits for room; resolves with false if there was none in time. */
  awaitRoom(accountId: number, packets: number): Promise<boolean>;
  /**
   * Stores packets of one account. Resolves once they are durable; `full` means that none was stored. Rejects if it is
   * unknown whether they were stored: the sender should retry.
   */
  append(packets: readonly NewPacket[]): Promise<AppendResult>;
  /** Takes the next packets to apply, in order within a shard. */
  take(maxPackets: number): Promise<Packet[]>;
  hasMore(): boolean;
  /**
   * Moves the cursors, as part of the transaction that applies all of these packets except the parked ones. False means
   * that another process does the work: roll back.
   */
  finish(client: Client, packets: readonly Packet[], aside?: readonly Packet[]): Promise<boolean>;
  /** Parked packets, by account. */
  lanes: PacketLanes;
  /** Makes packets that were taken and not applied available again, as far as this process still owns their shards. */
  rewind(packets: readonly Packet[]): Promise<void>;
  /** To be called after the commit of that transaction: makes room for new packets. */
  settle(packets: readonly Packet[], aside?: readonly Packet[]): void;
  leases: Leases;
  /** Number of packets that are accepted and not applied yet. */
  open(): number;
  /** The same, without parked packets. */
  openTogether(): number;
  stop(): Promise<void>;
}

interface PacketLanes {
  /** Takes the next parked packets of the account, in order within a shard. */
  take(accountId: number, maxPackets: number): Promise<LaneSlice>;
  /** Moves the cursor of a lane; like `finish` of the log, but for parked packets. */
  finish(client: Client, accountId: number, slice: LaneSlice): Promise<boolean>;
  /** Removes applied packets of a lane from the count; like `settle` of the log. */
  settle(packets: readonly Packet[]): void;
  /** Ends the lane; returns whether no packet of the account is parked any more. */
  end(accountId: number): Promise<boolean>;
}

class FencedError extends Error {}

/** Minimum time between the starts of two commits, so that many packets share the cost of one. */
const groupMs = 8;
/** The same under load: each packet waits a little longer, and all together cost much less. */
const busyGroupMs = 20;
/** A commit with this many packets counts as load. */
const busyPackets = 32;
/** With this many waiting packets, a commit starts immediately. */
const worthwhile = 200;
const maxWaitingCalls = 2_000;

export function createPacketLog(options: PacketLogOptions): PacketLog {
  const {
    pool,
    url,
    log,
    owner,
    ttlMs = 10_000,
    lookMs = 1_000,
    maxBatch = 2_000,
    maxBuffered = 5_000,
    onReady,
  } = options;
  const { capacity = 20_000, accountShare = 0.5, roomWaitMs = 500, onLost = () => {}, onParked = () => {} } = options;
  const queue = createCommitQueue({ capacity, accountShare });
  const buffers = createShardBuffers({ pool, maxBuffered });
  /** The last number assigned in each owned shard. */
  const numbers = new Map<number, number>();
  /** Fence of the last lease of each shard, so that work in progress can finish when a shard is given back. */
  const fences = new Map<number, number>();
  /** Shards whose last number must be read again, because the outcome of a commit is unknown. */
  const unsure = new Set<number>();
  let committing: Promise<void> | undefined;
  let isStopped = false;
  let handoffTimer: NodeJS.Timeout | undefined;
  /** Other processes may have left packets for this one. */
  let isHandoffDue = true;
  /** More packets wait in owned shards than fit into one commit. */
  let hasBacklog = false;
  let begunMs = 0;
  let pauseMs = groupMs;
  // A stalled process must not keep its shards locked by a transaction that it never ends.
  const begin = `begin; set local idle_in_transaction_session_timeout = ${ttlMs}`;

  const leases = createLeases({
    ...{ pool, url, log, owner, ttlMs, lookMs },
    async prepare(gained) {
      const shards = gained.map(({ shard }) => shard);
      const parked = await parkedAccounts(pool, shards);
      const cursors = await cursorsOf(pool, shards);
      const last = await lastNumbers(pool, shards);
      for (const [shard, seq] of last) numbers.set(shard, seq);
      // Lanes read from owned shards, so `numbers` is set first; and `buffers` last, so that no newer packet is taken
      // before.
      onParked(parked);
      for (const [shard, seq] of last) buffers.open(shard, cursors.get(shard) ?? 0, seq);
      for (const { shard, fence } of gained) fences.set(shard, fence);
      onReady();
    },
    onGained() {
      isHandoffDue = true;
      if (!isStopped) wake();
    },
    onLost(shards) {
      for (const shard of shards) numbers.delete(shard);
      buffers.close(shards);
      queue.drop(shards);
      room.admit();
      onLost(shards);
    },
  });

  async function makeSure(): Promise<void> {
    if (unsure.size === 0) return;
    const shards = [...unsure].filter((shard) => numbers.has(shard));
    const last = await inTransaction(pool, async (client) => {
      await awaitCommits(client, shards);
      return lastNumbers(client, shards);
    });
    for (const [shard, seq] of last) {
      // The commit may have succeeded after all: its packets are durable then, and must be applied.
      buffers.note(shard, seq);
      numbers.set(shard, seq);
    }
    unsure.clear();
    onReady();
  }

  /**
   * Assigns the next numbers behind `last`, which holds the owned shards. Packets of other shards, and of shards where
   * older packets still wait, go to the handoff table.
   */
  function numbered(packets: readonly NewPacket[], last: Map<number, number>, behind: readonly number[] = []) {
    const own: Packet[] = [];
    const others: NewPacket[] = [];
    for (const packet of packets) {
      const shard = shardOf(packet.connectorId, packet.identifier);
      const before = last.get(shard);
      if (before === undefined || behind.includes(shard)) {
        others.push(packet);
        continue;
      }
      last.set(shard, before + 1);
      const { accountId, connectorId, deviceId, identifier, receivedAt, content } = packet;
      own.push({ accountId, connectorId, deviceId, identifier, receivedAt, content, shard, seq: before + 1 });
    }
    return { own, others };
  }

  const leasesOf = (shards: readonly number[]): Lease[] =>
    [...new Set(shards)].flatMap((shard) => (numbers.has(shard) ? (leases.of(shard) ?? []) : []));

  const heldShards = () => [...numbers.keys()];

  const shardsOf = (packets: readonly NewPacket[]) =>
    packets.map(({ connectorId, identifier }) => shardOf(connectorId, identifier));

  /**
   * Stores the given packets, and those waiting in owned shards, in one transaction. Waiting packets come first, so
   * that the packets of a device keep the order of their acknowledgement. Returns the packets of owned shards.
   */
  async function store(packets: readonly NewPacket[], takesHandoff: boolean): Promise<Packet[]> {
    const touched = takesHandoff ? leasesOf([...numbers.keys()]) : leasesOf(shardsOf(packets));
    // A copy, so that shards gained during the transaction are not part of it.
    const last = new Map(touched.map(({ shard }) => [shard, numbers.get(shard) ?? 0]));
    const work = async (client: Client) => {
      const waiting = await leanOn(client, touched);
      if (!waiting) throw new FencedError();
      const left = waiting.length > 0 ? await takeHandoff(client, waiting, maxBatch) : [];
      // A full page means that more packets may be waiting.
      const behind = left.length < maxBatch ? [] : await shardsWithHandoff(client, waiting);
      const older = numbered(left, last);
      const newer = numbered(packets, last, behind);
      const own = [...older.own, ...newer.own];
      if (own.length > 0) await insertPackets(client, own);
      if (newer.others.length > 0) await insertHandoff(client, newer.others);
      return { own, hasBacklog: behind.length > 0 };
    };
    try {
      const stored = await inTransaction(pool, work, begin);
      hasBacklog = stored.hasBacklog;
      if (takesHandoff) isHandoffDue = hasBacklog;
      return stored.own;
    } catch (error) {
      hasBacklog = false;
      if (!(error instanceof FencedError)) for (const { shard } of touched) unsure.add(shard);
      throw error;
    }
  }

  /** Retries if another process has taken over a shard meanwhile; its packets are then handed over to the new owner. */
  async function storeAsOwner(packets: readonly NewPacket[]): Promise<Packet[]> {
    for (;;) {
      try {
        return await store(packets, isHandoffDue);
      } catch (error) {
        if (!(error instanceof FencedError)) throw error;
        await leases.renew();
      }
    }
  }

  async function commit(): Promise<void> {
    const batch = queue.take(maxBatch);
    const packets = batch.flatMap((waiting) => waiting.packets);
    pauseMs = packets.length < busyPackets ? groupMs : busyGroupMs;
    try {
      await makeSure();
      // Another process applies the packets of a shard that was lost meanwhile.
      const own = (await storeAsOwner(packets)).filter(({ shard }) => numbers.has(shard));
      for (const { shard, seq } of own) numbers.set(shard, Math.max(seq, numbers.get(shard) ?? 0));
      queue.commit(own);
      buffers.push(own);
      for (const waiting of batch) waiting.resolve();
      if (own.length > 0) onReady();
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
      if (batch.length === 0) log.warn({ err: error }, 'taking packets of other processes failed');
    } finally {
      // From here on the packets count as committed, or no longer count at all.
      queue.leave(packets);
    }
  }

  /** The first packet after a pause is committed immediately; those behind it are grouped. */
  async function commitAll(): Promise<void> {
    do {
      const waitMs = begunMs + pauseMs - performance.now();
      if (waitMs > 1 && queue.waiting() < worthwhile) await delay(waitMs);
      begunMs = performance.now();
      await commit();
    } while (!queue.isEmpty() || (hasBacklog && !isStopped));
    committing = undefined;
  }

  function wake(): void {
    committing ??= commitAll();
  }

  const hasRoom = (accountId: number, count: number) => !isStopped && queue.hasRoom(accountId, count);
  const room = createWaitingRoom({ hasRoom, waitMs: roomWaitMs, maxWaiting: maxWaitingCalls });

  return {
    hasRoom,
    awaitRoom: async (accountId, count) => !isStopped && room.enter(accountId, count),

    async start() {
      await leases.start();
      handoffTimer = setInterval(() => {
        isHandoffDue = true;
        if (leases.all().length > 0) wake();
      }, 1_000);
    },

    append(packets) {
      const accountId = packets[0]?.accountId;
      if (accountId === undefined) return Promise.resolve('stored');
      if (!hasRoom(accountId, packets.length)) return Promise.resolve('full');
      return new Promise<AppendResult>((resolve, reject) => {
        queue.add(accountId, { packets, resolve: () => resolve('stored'), reject });
        wake();
      });
    },

    take: buffers.take,
    hasMore: buffers.hasMore,

    async finish(client, packets, aside = []) {
      const runs = new Map<number, AppliedRun>();
      for (const { shard, seq } of packets) {
        const run = runs.get(shard);
        // The cursor is a single number, which can express neither gaps nor duplicates.
        if (run && seq !== run.last + 1) return false;
        if (run) run.last = seq;
        else runs.set(shard, { shard, first: seq, last: seq, fence: fences.get(shard) ?? 0 });
      }
      if (!(await moveCursors(client, [...runs.values()]))) return false;
      if (aside.length > 0) await parkPackets(client, aside);
      return true;
    },

    lanes: {
      take: (accountId, limit) => readLane(pool, { accountId, shards: heldShards(), limit }),
      finish: moveLane,
      settle(packets) {
        queue.settleAside(packets);
        room.admit();
      },
      end: (accountId) => inTransaction(pool, (client) => endLane(client, accountId, heldShards())),
    },

    async rewind(packets) {
      const shards = leasesOf(packets.map(({ shard }) => shard)).map(({ shard }) => shard);
      for (const [shard, cursor] of await cursorsOf(pool, shards)) {
        const newest = numbers.get(shard);
        if (newest !== undefined) buffers.open(shard, cursor, newest);
      }
      onReady();
    },

    settle(packets, aside = []) {
      queue.settle(packets);
      queue.putAside(aside);
      room.admit();
    },
    leases,
    open: queue.open,
    openTogether: queue.openTogether,

    async stop() {
      isStopped = true;
      room.close();
      clearInterval(handoffTimer);
      while (committing) await committing;
      await leases.stop();
    },
  };
}
