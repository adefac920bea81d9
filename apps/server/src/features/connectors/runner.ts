import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
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
import type { Runnable } from './connector.store.ts';
import { reasonOf } from './failure-reason.ts';
import { conversionOf } from './mutator.ts';
import type { Receive } from './receiver.ts';
import { createRedaction } from './redaction.ts';

/** Delays after consecutive failures; the last one repeats. */
const retryDelaysMs = [5_000, 15_000, 60_000, 300_000] as const;

/** A connection of this duration resets the count of failures. */
const soundAfterMs = 60_000;

/** Delay after this number of failures, randomised so that connectors don't all reconnect to a peer at once. */
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
  noteRefusedSignIn(code: string, address: string): void;
  onClientCount(): void;
  report(state: ConnectorState, reason: Reason | null): Promise<void>;
  retryDelaysMs?: readonly number[];
}

export type Runner = ReturnType<typeof createRunner>;

/** Runs one connector until it is stopped, and reconnects when the connection is lost. */
export function createRunner(options: RunnerOptions) {
  const { connector, manifest, server, log } = options;
  const stopping = new AbortController();
  const sender = {
    connectorId: connector.id,
    accountId: connector.accountId,
    usesEuis: manifest.identifier === 'eui64',
  };
  const settled = Promise.withResolvers<void>();
  let conversion = conversionOf(connector.mutator);
  let current: Running | undefined;
  let clientCount: number | null = null;
  let isAuthorised: ((caller: HttpCaller) => boolean) | undefined;
  let reporting: Promise<void> = Promise.resolve();

  /** Reports states in order, so that none overtakes an earlier one. */
  function report(state: ConnectorState, reason: Reason | null = null): Promise<void> {
    reporting = reporting
      .then(() => options.report(state, reason))
      .catch((error: unknown) => log.warn({ err: error }, 'state of a connector not written'));
    return reporting;
  }

  function parseOptions(): Record<string, unknown> {
    const parsed = manifest.options.safeParse(connector.options);
    if (parsed.success) return parsed.data;
    throw new ConnectorProblem('BRIDGE_OPTIONS_INVALID', { field: parsed.error.issues[0]?.path.join('.') ?? '' });
  }

  /** Resolves with the reason if the connection is lost, and with undefined if the connector is stopped. */
  async function connectOnce(): Promise<Reason | undefined> {
    const lost = Promise.withResolvers<Reason | undefined>();
    const ended = new AbortController();
    const onStop = () => lost.resolve(undefined);
    stopping.signal.addEventListener('abort', onStop, { once: true });
    const secrets = await options.readSecrets();
    const redaction = createRedaction(secrets);
    const ctx: ConnectorContext = {
      connector,
      options: parseOptions(),
      secrets,
      log,
      signal: AbortSignal.any([stopping.signal, ended.signal]),
      egress: options.egress,
      receive: (messages) => options.receive(sender, conversion, messages),
      setState(state, reason) {
        if (state === 'error')
          lost.resolve(redaction.inReason(reason ?? { code: 'BRIDGE_CONNECTION_LOST', params: {} }));
        else void report(state);
      },
      noteRefusedSignIn: options.noteRefusedSignIn,
      setClientCount(count) {
        if (ended.signal.aborted) return;
        clientCount = count;
        options.onClientCount();
      },
      acceptHttp(check) {
        isAuthorised = check;
      },
    };
    try {
      current = redaction.running(await server.start(ctx));
      void report('connected');
      settled.resolve();
      return await lost.promise;
    } finally {
      stopping.signal.removeEventListener('abort', onStop);
      isAuthorised = undefined;
      ended.abort();
      clientCount = null;
      const running = current;
      current = undefined;
      await running?.stop().catch((error: unknown) => log.warn({ err: error }, 'a connector did not stop well'));
    }
  }

  async function run(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; ) {
      // Kinds that only listen have no connecting phase.
      if (manifest.runs === 'once') void report('connecting');
      const startedAt = performance.now();
      const reason = await connectOnce().catch(reasonOf);
      settled.resolve();
      if (stopping.signal.aborted || !reason) return;
      if (performance.now() - startedAt > soundAfterMs) failures = 0;
      log.info({ connectorId: connector.id, code: reason.code }, 'connector failed');
      void report('error', reason);
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
    /** Resolves after the first attempt, successful or not. */
    settled: settled.promise,
    current: () => current,
    clientCount: () => clientCount,
    conversion: () => conversion,
    setMutator(mutator: Runnable['mutator']): void {
      const next = conversionOf(mutator);
      // The sandbox caches the key of a script by object identity, so the object is created once.
      if (!isDeepStrictEqual(next, conversion)) conversion = next;
    },
    mayCall: (caller: HttpCaller): boolean => isAuthorised?.(caller) ?? false,
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      await reporting;
    },
    report,
  };
}
