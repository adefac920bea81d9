import { setTimeout as delay } from 'node:timers/promises';
import type { MessageSender } from '@stellwerk/plugin/connector-sender';
import { ConnectorProblem, type JsonValue, type Reason } from '@stellwerk/plugin/connector-server';
import type { Sender } from '@stellwerk/simulator/sender';
import type { Clock } from '../../platform/clock/clock.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Log } from '../../platform/log/log.ts';
import { createSchedule } from './schedule.ts';

export interface Figures {
  sent: number;
  refused: number;
  /** Reason why nothing is sent. */
  problem: Reason | null;
}

interface SenderGroupOptions {
  senders: readonly Sender[];
  figures: Figures;
  /** Fails with a reason while the connection can't be opened. */
  open(): Promise<MessageSender>;
  clock: Clock;
  log: Log;
  /** Delays after consecutive failures; the last one repeats. */
  retryDelaysMs?: readonly number[];
  /** Polling interval for due messages. */
  turnMs?: number;
}

export interface SenderGroup {
  stop(): Promise<void>;
}

/** Crowds with many messages per second poll more often and send smaller batches. */
const usualTurnMs = 1_000;
const fasterBy = 4;
const fastFrom = 50;
/** Older messages are dropped, so that a slow connector doesn't build up a backlog. */
const patienceMs = 10_000;
const messagesAtOnce = 500;
const longestWaitMs = 60_000;

const retryDelays = [1_000, 2_000, 5_000, 15_000] as const;

function reasonOf(error: unknown): Reason {
  if (error instanceof ConnectorProblem) return error.reason;
  if (error instanceof AppError) return { code: error.code, params: error.params };
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return code ? { code: 'BRIDGE_CONNECTION_FAILED', params: { reason: code } } : { code: 'INTERNAL_ERROR', params: {} };
}

/** Virtual senders that share a connector. Sends one batch at a time. */
export function createSenderGroup(options: SenderGroupOptions): SenderGroup {
  const { senders, figures, open, clock, log, retryDelaysMs = retryDelays, turnMs = usualTurnMs } = options;
  const stopping = new AbortController();
  const nowMs = () => clock.now().getTime();
  const schedule = createSchedule(senders, nowMs());
  let connection: MessageSender | undefined;
  let failures = 0;
  let lastTurnMs = nowMs();
  let pauseMs = turnMs;

  async function disconnect(): Promise<void> {
    const closing = connection;
    connection = undefined;
    await closing?.close().catch((error: unknown) => log.debug({ err: error }, 'a virtual sender did not close'));
  }

  /** Clears the problem, because the next message that would show success may be hours away. */
  async function connect(): Promise<MessageSender> {
    if (connection) return connection;
    connection = await open();
    figures.problem = null;
    return connection;
  }

  /** Sends due messages. Returns the delay until the next run. */
  async function turn(): Promise<number> {
    const sender = await connect();
    const now = nowMs();
    const isLate = now - lastTurnMs > patienceMs + pauseMs;
    if (isLate) schedule.seat(now);
    lastTurnMs = now;
    const messages = schedule.take(now).map(({ message }): JsonValue => message);
    for (let start = 0; start < messages.length && !stopping.signal.aborted; start += messagesAtOnce) {
      const lot = messages.slice(start, start + messagesAtOnce);
      const { accepted, refused } = await sender.send(lot);
      figures.sent += accepted;
      figures.refused += refused;
      failures = 0;
    }
    if (isLate) figures.problem = { code: 'FLEET_TOO_SLOW', params: {} };
    else if (messages.length > 0) figures.problem = null;
    const usual = messages.length * (1_000 / pauseMs) > fastFrom ? turnMs / fasterBy : turnMs;
    return Math.max(usual, Math.min(schedule.nextMs() - nowMs(), longestWaitMs));
  }

  /** Closes the connection after a failure. Returns the delay until the next attempt. */
  async function fail(error: unknown): Promise<number> {
    await disconnect();
    const reason = reasonOf(error);
    if (reason.code === 'INTERNAL_ERROR') log.error({ err: error }, 'virtual senders failed');
    figures.problem = reason;
    const usual = retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)] ?? turnMs;
    failures += 1;
    const wanted = error instanceof ConnectorProblem ? error.retry.afterMs : undefined;
    return Math.max(usual, wanted ?? 0);
  }

  async function run(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      pauseMs = await turn().catch(fail);
      await delay(pauseMs, undefined, { signal }).catch(() => {});
      if (connection) continue;
      // Messages that were due while the connection was down are skipped.
      schedule.seat(nowMs());
      lastTurnMs = nowMs();
    }
    await disconnect();
  }

  const running = senders.length > 0 ? run() : Promise.resolve();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
