import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectorState } from '@stellwerk/contract/connector';
import type { ConnectorManifest } from '@stellwerk/plugin/connector';
import {
  type ConnectorContext,
  type ConnectorEgress,
  ConnectorProblem,
  type ConnectorServer,
  type HttpCaller,
  type Reason,
  type Running,
} from '@stellwerk/plugin/connector-server';
import type { Log } from '../../platform/log/log.ts';
import type { Script } from '../../platform/sandbox/script.ts';
import type { Runnable } from './connector.store.ts';
import { scriptOf } from './mutator.ts';
import { reasonOf } from './reason.ts';
import type { Receive } from './receiver.ts';

/** After each failure in a row; the last one again and again. */
const retryDelaysMs = [5_000, 15_000, 60_000, 300_000] as const;

/** A connection that held for this long counts as sound: the next failure is the first one again. */
const soundAfterMs = 60_000;

/** How long to wait after that many failures before; spread, so that a peer that comes back does not meet all at once. */
export function retryAfterMs(failures: number, random: number, delays: readonly number[] = retryDelaysMs): number {
  const base = delays[Math.min(failures, delays.length - 1)] ?? 0;
  return base * (0.8 + 0.4 * random);
}

export interface RunnerOptions {
  connector: Runnable;
  manifest: ConnectorManifest;
  server: ConnectorServer;
  readSecrets(): Promise<Record<string, string>>;
  log: Log;
  egress: ConnectorEgress;
  receive: Receive;
  report(state: ConnectorState, reason: Reason | null): Promise<void>;
  retryDelaysMs?: readonly number[];
}

export type Runner = ReturnType<typeof createRunner>;

/** One connector from its start to its stop: connects, and connects again when the connection is lost. */
export function createRunner(options: RunnerOptions) {
  const { connector, manifest, server, log, report } = options;
  const stopping = new AbortController();
  const sender = { connectorId: connector.id, accountId: connector.accountId };
  const settled = Promise.withResolvers<void>();
  let script: Script | undefined = scriptOf(connector.mutator);
  let current: Running | undefined;
  let isAuthorised: ((caller: HttpCaller) => boolean) | undefined;
  let reporting: Promise<void> = Promise.resolve();

  /** In order: a state must not overtake the one before it. */
  function tell(state: ConnectorState, reason: Reason | null = null): Promise<void> {
    reporting = reporting
      .then(() => report(state, reason))
      .catch((error: unknown) => log.warn({ err: error }, 'state of a connector not written'));
    return reporting;
  }

  function parseOptions(): Record<string, unknown> {
    const parsed = manifest.options.safeParse(connector.options);
    if (parsed.success) return parsed.data;
    throw new ConnectorProblem('BRIDGE_OPTIONS_INVALID', { field: parsed.error.issues[0]?.path.join('.') ?? '' });
  }

  /** Resolves with the reason when the connection is lost, and without one when it is stopped. */
  async function connectOnce(): Promise<Reason | undefined> {
    const lost = Promise.withResolvers<Reason | undefined>();
    const ended = new AbortController();
    const onStop = () => lost.resolve(undefined);
    stopping.signal.addEventListener('abort', onStop, { once: true });
    const ctx: ConnectorContext = {
      connector,
      options: parseOptions(),
      secrets: await options.readSecrets(),
      log,
      signal: AbortSignal.any([stopping.signal, ended.signal]),
      egress: options.egress,
      receive: (messages) => options.receive(sender, script, messages),
      setState(state, reason) {
        if (state === 'error') lost.resolve(reason ?? { code: 'BRIDGE_CONNECTION_LOST', params: {} });
        else void tell(state);
      },
      acceptHttp(check) {
        isAuthorised = check;
      },
    };
    try {
      current = await server.start(ctx);
      void tell('connected');
      settled.resolve();
      return await lost.promise;
    } finally {
      stopping.signal.removeEventListener('abort', onStop);
      isAuthorised = undefined;
      ended.abort();
      const running = current;
      current = undefined;
      await running?.stop().catch((error: unknown) => log.warn({ err: error }, 'a connector did not stop well'));
    }
  }

  async function run(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; ) {
      // What listens here has nobody to connect to.
      if (manifest.runs === 'once') void tell('connecting');
      const startedAt = performance.now();
      const reason = await connectOnce().catch(reasonOf);
      settled.resolve();
      if (stopping.signal.aborted || !reason) return;
      if (performance.now() - startedAt > soundAfterMs) failures = 0;
      log.info({ connectorId: connector.id, code: reason.code }, 'connector failed');
      void tell('error', reason);
      const waitMs = retryAfterMs(failures, Math.random(), options.retryDelaysMs);
      failures += 1;
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  const running = run();

  return {
    sender,
    revision: connector.revision,
    isOnce: manifest.runs === 'once',
    /** The first attempt is over, whatever came of it. */
    settled: settled.promise,
    current: () => current,
    script: () => script,
    setMutator(mutator: Runnable['mutator']): void {
      const next = scriptOf(mutator);
      if (next?.id !== script?.id || next?.kind !== script?.kind) script = next;
    },
    mayPost: (caller: HttpCaller): boolean => isAuthorised?.(caller) ?? false,
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      await reporting;
    },
    tell,
  };
}
