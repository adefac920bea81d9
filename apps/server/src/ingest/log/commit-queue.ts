import type { NewPacket, Packet } from './packet.ts';

export interface Waiting {
  packets: readonly NewPacket[];
  resolve(): void;
  reject(error: unknown): void;
}

export interface QueueLimits {
  /** Packets accepted and not applied yet, over all accounts. Packets put aside count for their account alone. */
  capacity: number;
  /** The part of it that one account may fill. */
  accountShare: number;
}

/** How many packets of each account, by shard, so that a shard can go with all that belongs to it. */
function createShardCounts() {
  const shards = new Map<number, Map<number, number>>();
  return {
    add({ shard, accountId }: Packet): void {
      const inShard = shards.get(shard) ?? new Map<number, number>();
      shards.set(shard, inShard.set(accountId, (inShard.get(accountId) ?? 0) + 1));
    },
    /** False where none is left, as with packets that were never counted. */
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

/** What waits for the next commit, account by account, so that a loud one can't push the others back. */
export function createCommitQueue({ capacity, accountShare }: QueueLimits) {
  const byAccount = new Map<number, Waiting[]>();
  /** Packets that wait, and those that were committed and are not applied yet. */
  const open = new Map<number, number>();
  const committed = createShardCounts();
  /** Slow accounts must not use up the room of all others: what they have aside is limited by their share alone. */
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
    /** Is there room for so many more? */
    hasRoom(accountId: number, packets: number): boolean {
      const own = open.get(accountId) ?? 0;
      // A list that is larger than the share would never find room: it is taken when nothing else of the account waits.
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

    /** One entry of each account in turn, until the batch is full; at least one. */
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

    /** Packets that wait for the next commit. */
    waiting: () => waitingPackets,

    /** They wait no longer: committed, or refused. */
    leave(packets: readonly NewPacket[]): void {
      for (const { accountId } of packets) count(accountId, -1);
    },

    /** Committed, and ours to apply. */
    commit(packets: readonly Packet[]): void {
      for (const packet of packets) {
        committed.add(packet);
        count(packet.accountId, 1);
      }
    },

    /** Applied. Those from before our time were never counted. */
    settle(packets: readonly Packet[]): void {
      for (const packet of packets) if (committed.remove(packet)) count(packet.accountId, -1);
    },

    /** Put aside, to be applied later and apart from those of other accounts. */
    putAside(packets: readonly Packet[]): void {
      for (const packet of packets) {
        if (!committed.remove(packet)) continue;
        count(packet.accountId, -1);
        aside.add(packet);
        countAside(packet.accountId, 1);
      }
    },

    /** The same as `settle`, for packets that were aside. */
    settleAside(packets: readonly Packet[]): void {
      for (const packet of packets) if (aside.remove(packet)) countAside(packet.accountId, -1);
    },

    /** Another process applies what is left of these shards. */
    drop(shards: readonly number[]): void {
      for (const shard of shards) {
        for (const [accountId, packets] of committed.drop(shard)) count(accountId, -packets);
        for (const [accountId, packets] of aside.drop(shard)) countAside(accountId, -packets);
      }
    },

    open: () => total + totalAside,

    /** Packets that wait or are about to be applied together with those of other accounts. */
    openTogether: () => total,
  };
}
export type CommitQueue = ReturnType<typeof createCommitQueue>;
