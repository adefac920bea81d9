interface Waiter {
  accountId: number;
  packets: number;
  resolve(hasRoom: boolean): void;
}

export interface WaitingRoomOptions {
  hasRoom(accountId: number, packets: number): boolean;
  /** Nobody waits longer. */
  waitMs: number;
  /** Calls that may wait at once. */
  maxWaiting: number;
}

/**
 * Senders that found the queue full wait for a moment, in the order in which they came. Who waits costs nothing; who is
 * refused at once comes again at once, and that takes the time from those whose packets are to be applied.
 */
export function createWaitingRoom({ hasRoom, waitMs, maxWaiting }: WaitingRoomOptions) {
  const waiters = new Set<Waiter>();

  return {
    /** Resolves with true once there is room: whoever hears it brings its packets in the same turn, before others do. */
    enter(accountId: number, packets: number): Promise<boolean> {
      if (waiters.size >= maxWaiting) return Promise.resolve(false);
      return new Promise((resolve) => {
        const leave = (isIn: boolean) => {
          clearTimeout(timer);
          waiters.delete(waiter);
          resolve(isIn);
        };
        const waiter = { accountId, packets, resolve: leave };
        const timer = setTimeout(leave, waitMs, false);
        waiters.add(waiter);
      });
    },

    /** Something was applied. Those of an account that is still full let others pass. */
    admit(): void {
      if (waiters.size === 0) return;
      const granted = new Map<number, number>();
      for (const { accountId, packets, resolve } of [...waiters]) {
        // What was promised to those before is not there any more.
        const wanted = (granted.get(accountId) ?? 0) + packets;
        if (!hasRoom(accountId, wanted)) continue;
        granted.set(accountId, wanted);
        resolve(true);
      }
    },

    close(): void {
      for (const { resolve } of [...waiters]) resolve(false);
    },
  };
}
export type WaitingRoom = ReturnType<typeof createWaitingRoom>;
