import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** A call on behalf of an account, with the number of connections that it uses. */
interface Caller {
  accountId: number;
  held: number;
}

const current = new AsyncLocalStorage<Caller>();

/** Counts the connections of this work towards the share of an account. */
export const onBehalfOf = <T>(accountId: number, work: () => T): T => current.run({ accountId, held: 0 }, work);

/** The account that the current work is done for, if any. */
export const currentAccount = (): number | undefined => current.getStore()?.accountId;

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

interface Share {
  held: number;
  waiting: (() => void)[];
}

/**
 * A pool of which one account gets only a share: transactions that hold their connections for long, because they wait
 * for scripts or for each other's locks, leave the rest to other accounts. The share shrinks with the number of free
 * connections, so that several such accounts together do not take all of them either. A call that already has a
 * connection never waits for a second one.
 */
export class FairPool extends pg.Pool {
  readonly #most: number;
  readonly #max: number;
  readonly #shares = new Map<number, Share>();
  readonly #users = new WeakMap<pg.PoolClient, Caller>();

  constructor({ mostPerAccount, ...config }: pg.PoolConfig & { mostPerAccount: number; max: number }) {
    super(config);
    this.#most = mostPerAccount;
    this.#max = config.max;
    this.on('release', (_error, client) => {
      const caller = this.#users.get(client);
      this.#users.delete(client);
      if (caller) this.#leave(caller);
      // The pool emits the event before it counts the connection as free.
      process.nextTick(() => this.#wakeWaiting());
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const caller = current.getStore();
    const connecting = caller ? this.#connectFor(caller) : super.connect();
    if (!callback) return connecting;
    connecting.then(
      (client) =>
        callback(undefined, client, (error) => client.release(error instanceof Error ? error : Boolean(error))),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connectFor(caller: Caller): Promise<pg.PoolClient> {
    const share = this.#shares.get(caller.accountId) ?? { held: 0, waiting: [] };
    this.#shares.set(caller.accountId, share);
    if (caller.held === 0 && (share.waiting.length > 0 || !this.#mayTake(share))) {
      await new Promise<void>((next) => share.waiting.push(next));
    } else share.held += 1;
    caller.held += 1;
    try {
      const client = await super.connect();
      this.#users.set(client, caller);
      return client;
    } catch (error) {
      this.#leave(caller);
      this.#wakeWaiting();
      throw error;
    }
  }

  /** Each further connection of an account must leave twice as many as the account holds. */
  #mayTake({ held }: Share): boolean {
    const free = this.#max - (this.totalCount - this.idleCount) - this.waitingCount;
    return free > 0 && held < this.#most && 2 * held <= free;
  }

  #leave(caller: Caller): void {
    caller.held -= 1;
    const share = this.#shares.get(caller.accountId);
    if (!share) return;
    share.held -= 1;
    if (share.held === 0 && share.waiting.length === 0) this.#shares.delete(caller.accountId);
  }

  /**
   * Of the accounts with waiting calls, those that hold the fewest connections come first; accounts that hold equally
   * many take turns.
   */
  #wakeWaiting(): void {
    const waiting = [...this.#shares].filter(([, share]) => share.waiting.length > 0);
    for (const [accountId, share] of waiting.toSorted(([, a], [, b]) => a.held - b.held)) {
      if (!this.#mayTake(share)) return;
      share.held += 1;
      this.#shares.delete(accountId);
      this.#shares.set(accountId, share);
      share.waiting.shift()?.();
    }
  }
}
