import type { NewPacket, Packet } from './packet.ts';

export interface Waiting {
  packets: readonly NewPacket[];
  resolve(): void;
  reject(error: unknown): void;
}

export interface QueueLimits {
  /** Maximum of accepted packets not yet applied, over all accounts. Parked packets only count for their account. */
  capacity: number;
  /** The fraction of the capacity that one account may use. */
  accountShare: number;
}

/** Number of packets per shard and account, so that a lost shard can be removed with all of its counts. */
function createShardCounts() {
  const shards = new Map<number, Map<number, number>>();
  return {
    add({ shard, accountId }: Packet): void {
      const inShard = shards.get(shard) ?? new Map<number, number>();
      shards.set(shard, inShard.set(accountId, (inShard.get(accountId) ?? 0) + 1));
    },
    /** Returns false if the packet was never counted, or was counted off already. */
    remove({ shard, accountId }: Packet): boolean {
      const inShard = shards.get(shard);
      const open = inShard?.get(accountId);
      if (!inShard || !open) return false;
      inShard.set(accountId, open - 1);
      return true;
    },
    drop(shard: number): [accountId: number, packets: number][] {
      const dropped = [...(shards.get(shard) ?? [])];
      shards.delete(shard);
      return dropped;
    },
  };
}

/** Queue of calls that wait for the next commit, by account, so that a busy account can't delay the others. */
export function createCommitQueue({ capacity, accountShare }: QueueLimits) {
  const byAccount = new Map<number, Waiting[]>();
  /** Per account: packets that wait for a commit, and committed packets that are not yet applied. */
  const open = new Map<number, number>();
  const committed = createShardCounts();
  /** Parked packets are limited per account only, so that slow accounts don't use up the total capacity. */
  const aside = createShardCounts();
  let total = 0;
  let totalAside = 0;
  let waitingPackets = 0;

  const countOwn = (accountId: number, by: number) => {
    const now = (open.get(accountId) ?? 0) + by;
    if (now === 0) open.delete(accountId);
    else open.set(accountId, now);
  };

  const count = (accountId: number, by: number) => {
    countOwn(accountId, by);
    total += by;
  };

  const countAside = (accountId: number, by: number) => {
    countOwn(accountId, by);
    totalAside += by;
  };

  return {
    /** Whether this many further packets of the account fit. */
    hasRoom(accountId: number, packets: number): boolean {
      const own = open.get(accountId) ?? 0;
      // A list larger than the share would never fit, so it is accepted when the account has no other open packets.
      const isWithinShare = own === 0 || own + packets <= capacity * accountShare;
      return isWithinShare && (total === 0 || total + packets <= capacity);
    },

    add(accountId: number, waiting: Waiting): void {
      count(accountId, waiting.packets.length);
      waitingPackets += waiting.packets.length;
      const others = byAccount.get(accountId);
      if (others) others.push(waiting);
      else byAccount.set(accountId, [waiting]);
    },

    /** Takes one entry of each account in turn, until the batch is full; at least one. */
    take(maxPackets: number): Waiting[] {
      const taken: Waiting[] = [];
      let packets = 0;
      while (byAccount.size > 0 && packets < maxPackets) {
        for (const [accountId, waiting] of byAccount) {
          const next = waiting.shift();
          if (waiting.length === 0) byAccount.delete(accountId);
          if (!next) continue;
          taken.push(next);
          packets += next.packets.length;
          waitingPackets -= next.packets.length;
          if (packets >= maxPackets) break;
        }
      }
      return taken;
    },

    isEmpty: () => byAccount.size === 0,

    waiting: () => waitingPackets,

    /** Removes packets from the waiting count once their commit has succeeded or failed. */
    leave(packets: readonly NewPacket[]): void {
      for (const { accountId } of packets) count(accountId, -1);
    },

    /** Counts committed packets that this process applies. */
    commit(packets: readonly Packet[]): void {
      for (const packet of packets) {
        committed.add(packet);
        count(packet.accountId, 1);
      }
    },

    /** Removes applied packets from the count, except packets committed before this process owned the shard. */
    settle(packets: readonly Packet[]): void {
      for (const packet of packets) if (committed.remove(packet)) count(packet.accountId, -1);
    },

    /** Counts these packets as parked: they are applied later, separately from other accounts. */
    putAside(packets: readonly Packet[]): void {
      for (const packet of packets) {
        if (!committed.remove(packet)) continue;
        count(packet.accountId, -1);
        aside.add(packet);
        countAside(packet.accountId, 1);
      }
    },

    /** The same as `settle`, for parked packets. */
    settleAside(packets: readonly Packet[]): void {
      for (const packet of packets) if (aside.remove(packet)) countAside(packet.accountId, -1);
    },

    /** Removes the counts of shards that another process owns now. */
    drop(shards: readonly number[]): void {
      for (const shard of shards) {
        for (const [accountId, packets] of committed.drop(shard)) count(accountId, -packets);
        for (const [accountId, packets] of aside.drop(shard)) countAside(accountId, -packets);
      }
    },

    open: () => total + totalAside,

    /** Packets that are not applied yet, without parked ones. */
    openTogether: () => total,
  };
}
