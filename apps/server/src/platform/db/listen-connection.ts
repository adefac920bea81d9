import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/log.ts';

/**
 * A dedicated connection that listens for notifications and holds session locks. PostgreSQL releases the locks the
 * moment the connection breaks, so a killed process is known to be dead at once, without heartbeats or clocks.
 */
export interface ListenConnection {
  /** Waits until the connection is established, including reconnects. */
  ready(): Promise<void>;
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  stop(): Promise<void>;
}

interface ListenConnectionOptions {
  url: string;
  name: string;
  log: Log;
  channels: readonly string[];
  onNotify(channel: string, payload: string): void;
  /** Runs on every new connection before `ready` resolves; locks must be taken again here. */
  onConnect?(query: ListenConnection['query']): Promise<void>;
  onLost?(): void;
}

const pingEveryMs = 10_000;
const queryTimeoutMs = 10_000;

export function createListenConnection(options: ListenConnectionOptions): ListenConnection {
  const { url, name, log } = options;
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  let gate = Promise.withResolvers<void>();
  let tail: Promise<unknown> = Promise.resolve();

  /** Serializes queries: the driver accepts no second query while one is in progress. */
  function ask(on: pg.Client, text: string, values?: unknown[]): Promise<pg.QueryResult> {
    const turn = tail.then(() => on.query(text, values));
    tail = turn.catch(() => {});
    return turn;
  }

  /** Resolves when the connection has ended, for any reason. */
  async function serve(onReady: () => void): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: queryTimeoutMs,
      query_timeout: queryTimeoutMs,
    });
    const ended = Promise.withResolvers<void>();
    next.on('error', () => ended.resolve());
    next.on('end', () => ended.resolve());
    next.on('notification', ({ channel, payload = '' }) => options.onNotify(channel, payload));
    const end = () => void next.end().catch(() => {});
    try {
      await next.connect();
      // The locks of a machine that vanished are released after 25 seconds instead of the default of two hours.
      await next.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
      for (const channel of options.channels) await next.query(`listen ${next.escapeIdentifier(channel)}`);
      await options.onConnect?.((text, values) => ask(next, text, values));
    } catch (error) {
      end();
      throw error;
    }
    const ping = setInterval(() => void ask(next, 'select 1').catch(() => ended.resolve()), pingEveryMs);
    const quit = () => ended.resolve();
    stopping.signal.addEventListener('abort', quit);
    if (stopping.signal.aborted) quit();
    client = next;
    gate.resolve();
    onReady();
    await ended.promise;
    clearInterval(ping);
    stopping.signal.removeEventListener('abort', quit);
    client = undefined;
    gate = Promise.withResolvers();
    if (!stopping.signal.aborted) options.onLost?.();
    end();
  }

  const running = (async () => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      await serve(() => {
        failures = 0;
      }).catch((error: unknown) => log.warn({ err: error, name }, 'database connection failed'));
      if (stopping.signal.aborted) return;
      failures += 1;
      await delay(Math.min(50 * 2 ** failures, 5_000), undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();

  return {
    ready: () => gate.promise,
    async query(text, values) {
      // 08003: the connection does not exist.
      if (!client) throw Object.assign(new Error(`${name}: not connected`), { code: '08003' });
      return ask(client, text, values);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
