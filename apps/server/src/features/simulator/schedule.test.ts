import type { Sender } from '@stellwerk/simulator/sender';
import { describe, expect, it } from 'vitest';
import { createSchedule } from './schedule.ts';

/** Sends at each of these moments. */
const senderAt = (identifier: string, moments: readonly number[]): Sender => ({
  identifier,
  *packets(fromMs, toMs) {
    for (const at of moments.filter((moment) => moment >= fromMs && moment < toMs)) {
      const message = { id: identifier, time: at, payload: at, meta: {} };
      yield { sentAtMs: at, measuredAtMs: at, message, values: {} };
    }
  },
  nextAt: (afterMs) => moments.find((moment) => moment > afterMs) ?? Number.POSITIVE_INFINITY,
});

const every = (step: number, end: number, first = step) =>
  Array.from({ length: Math.ceil((end - first) / step) }, (_, index) => first + index * step);

describe('a schedule', () => {
  it('gives each packet once and in the order of arrival, whoever sends it and however often it is asked', () => {
    const senders = Array.from({ length: 50 }, (_, index) =>
      senderAt(`s${index}`, every(7 + index, 2_000, index + 0.5)),
    );
    const schedule = createSchedule(senders, 0);
    const taken = [3, 4, 50, 50, 51, 400, 1_200, 2_000].flatMap((at) => schedule.take(at));
    expect(taken.map(({ sentAtMs }) => sentAtMs)).toEqual(
      taken.map(({ sentAtMs }) => sentAtMs).toSorted((a, b) => a - b),
    );
    const expected = senders.flatMap((sender) =>
      [...sender.packets(0, 2_000)].map(({ sentAtMs }) => `${sender.identifier} ${sentAtMs}`),
    );
    const got = taken.map(({ message, sentAtMs }) => `${message.id} ${sentAtMs}`);
    expect(got.toSorted()).toEqual(expected.toSorted());
  });

  it('says when the next one is due, and leaves out what was due before it is seated again', () => {
    const schedule = createSchedule([senderAt('a', every(10, 1_000)), senderAt('b', every(35, 1_000))], 0);
    expect(schedule.nextMs()).toBe(10);
    schedule.seat(500);
    expect(schedule.nextMs()).toBe(500);
    expect(schedule.take(526).map(({ message }) => [message.id, message.payload])).toEqual([
      ['a', 500],
      ['a', 510],
      ['a', 520],
      ['b', 525],
    ]);
  });

  it('waits for ever without senders, or when none has anything left', () => {
    expect(createSchedule([], 0).nextMs()).toBe(Number.POSITIVE_INFINITY);
    const schedule = createSchedule([senderAt('a', [5])], 0);
    expect(schedule.take(10)).toHaveLength(1);
    expect(schedule.take(1_000)).toHaveLength(0);
    expect(schedule.nextMs()).toBe(Number.POSITIVE_INFINITY);
  });
});
