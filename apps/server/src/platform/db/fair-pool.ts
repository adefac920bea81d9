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
 * for scripts or for each other's locks, leave the rest to other accounts. A call that already has a connection never
 * waits for a second one.
 */
export class FairPool extends pg.Pool {
  readonly #most: number;
  readonly #shares = new Map<number, Share>();
  readonly #users = new WeakMap<pg.PoolClient, Caller>();

  constructor({ mostPerAccount, ...config }: pg.PoolConfig & { mostPerAccount: number }) {
    super(config);
    this.#most = mostPerAccount;
    this.on('release', (_error, client) => {
      const caller = this.#users.get(client);
      if (!caller) return;
      this.#users.delete(client);
      caller.held -= 1;
      this.#free(caller);
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
    if (caller.held === 0 && share.held >= this.#most) await new Promise<void>((next) => share.waiting.push(next));
    else share.held += 1;
    caller.held += 1;
    try {
      const client = await super.connect();
      this.#users.set(client, caller);
      return client;
    } catch (error) {
      caller.held -= 1;
      this.#free(caller);
      throw error;
    }
  }

  /** The place passes to the next waiting call of the account. */
  #free({ accountId }: Caller): void {
    const share = this.#shares.get(accountId);
    if (!share) return;
    const next = share.held <= this.#most ? share.waiting.shift() : undefined;
    if (next) next();
    else share.held -= 1;
    if (share.held === 0) this.#shares.delete(accountId);
  }
}
