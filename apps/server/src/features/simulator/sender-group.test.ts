import { ConnectorProblem, type JsonValue } from '@stellwerk/plugin/connector-server';
import type { Sender } from '@stellwerk/simulator/sender';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock/clock.ts';
import { createLog } from '../../platform/log/log.ts';
import { createSenderGroup, type Figures, type SenderGroup } from './sender-group.ts';

/** Something in every hundredth of a second. */
const busy: Sender = {
  identifier: 'busy',
  *packets(fromMs, toMs) {
    for (let at = Math.ceil(fromMs / 10) * 10; at < toMs; at += 10) {
      yield { sentAtMs: at, measuredAtMs: at, message: { id: 'busy', time: at, payload: 1, meta: {} }, values: {} };
    }
  },
  nextAt: (afterMs) => (Math.floor(afterMs / 10) + 1) * 10,
};

let group: SenderGroup | undefined;
afterEach(() => group?.stop());

function start(send: (messages: readonly JsonValue[]) => Promise<{ accepted: number; refused: number }>) {
  const figures: Figures = { sent: 0, refused: 0, problem: null };
  const opened = { count: 0, closed: 0 };
  group = createSenderGroup({
    senders: [busy],
    figures,
    clock: systemClock,
    log: createLog('silent'),
    retryDelaysMs: [100],
    turnMs: 100,
    async open() {
      opened.count += 1;
      return {
        send,
        async close() {
          opened.closed += 1;
        },
      };
    },
  });
  return { figures, opened };
}

const timesIn = (messages: readonly JsonValue[]) =>
  messages.map((message) => (typeof message === 'object' && message !== null && 'time' in message ? message.time : 0));

describe('a group of virtual senders', () => {
  it('counts what was taken and what was refused', async () => {
    let given = 0;
    const { figures, opened } = start(async (messages) => {
      given += messages.length;
      return { accepted: messages.length - 1, refused: 1 };
    });
    await expect.poll(() => figures.refused, { timeout: 5_000 }).toBeGreaterThan(1);
    expect(figures.problem).toBeNull();
    await group?.stop();
    expect(given).toBeGreaterThan(figures.refused);
    expect(figures.sent).toBe(given - figures.refused);
    expect(opened).toEqual({ count: 1, closed: 1 });
  });

  it('reports why nothing is sent, tries again and leaves out what was due meanwhile', async () => {
    const sent: unknown[] = [];
    let failures = 3;
    let workedAt = 0;
    const { figures, opened } = start(async (messages) => {
      if (failures > 0) {
        failures -= 1;
        throw new ConnectorProblem('INGEST_BUSY', { retryAfterSeconds: 5 });
      }
      workedAt ||= Date.now();
      sent.push(...timesIn(messages));
      return { accepted: messages.length, refused: 0 };
    });
    await expect.poll(() => figures.problem?.code, { timeout: 5_000, interval: 10 }).toBe('INGEST_BUSY');
    expect(figures.sent).toBe(0);
    await expect.poll(() => figures.sent, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(figures.problem).toBeNull();
    expect(opened.count).toBe(4);
    expect(Math.min(...sent.map(Number))).toBeGreaterThan(workedAt - 250);
  });
});
