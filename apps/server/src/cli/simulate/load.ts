import { setTimeout as delay } from 'node:timers/promises';
import type { MessageSender } from '@stellwerk/plugin/connector-sender';
import type { JsonValue } from '@stellwerk/plugin/json';
import type { Sender } from '@stellwerk/simulator/sender';
import { createSchedule } from '../../features/simulator/index.ts';
import { newSecond, type Second } from './figures.ts';

interface LoadOptions {
  senders: readonly Sender[];
  rate: number;
  /** Connections; each has one call in progress. */
  lanes: readonly MessageSender[];
  signal: AbortSignal;
  onSecond(second: Second): void;
}

const turnMs = 50;
const messagesAtOnce = 500;
/** Messages delayed for longer are dropped, so that the load shows the current state and not a backlog. */
const patienceSeconds = 2;
const afterFailureMs = 500;

/** Sends messages when they are due, with one concurrent call per lane, until the signal is aborted. */
export async function sendLoad({ senders, rate, lanes, signal, onSecond }: LoadOptions): Promise<void> {
  const schedule = createSchedule(senders, Date.now());
  const patience = Math.max(messagesAtOnce, rate * patienceSeconds);
  let pending: JsonValue[] = [];
  let second = newSecond();

  async function post(lane: MessageSender, lot: readonly JsonValue[]): Promise<void> {
    const startedAt = performance.now();
    try {
      const { accepted, refused } = await lane.send(lot);
      second.sent += accepted;
      second.refused += refused;
    } catch {
      second.refused += lot.length;
      await delay(afterFailureMs, undefined, { signal }).catch(() => {});
    } finally {
      second.answersMs.push(performance.now() - startedAt);
    }
  }

  async function serve(lane: MessageSender): Promise<void> {
    while (!signal.aborted) {
      if (pending.length === 0) await delay(turnMs / 5, undefined, { signal }).catch(() => {});
      else await post(lane, pending.splice(0, messagesAtOnce));
    }
  }

  async function feed(): Promise<void> {
    let nextSecondMs = Date.now() + 1_000;
    while (!signal.aborted) {
      await delay(turnMs, undefined, { signal }).catch(() => {});
      const nowMs = Date.now();
      for (const { message } of schedule.take(nowMs)) pending.push(message);
      if (pending.length > patience) {
        second.leftOut += pending.length - patience;
        pending = pending.slice(-patience);
      }
      if (nowMs < nextSecondMs && !signal.aborted) continue;
      nextSecondMs += 1_000;
      onSecond(second);
      second = newSecond();
    }
  }

  await Promise.all([feed(), ...lanes.map(serve)]);
  // Reports the calls that were still in progress.
  if (second.answersMs.length > 0) onSecond(second);
}
