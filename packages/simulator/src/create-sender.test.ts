import { join } from 'node:path';
import type { Profile } from '@stellwerk/plugin/profile';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSender } from './create-sender.ts';
import { loadProfiles } from './profiles.ts';
import type { SenderSpec, SentPacket } from './sender.ts';

const { profiles, broken } = await loadProfiles(join(import.meta.dirname, '../../../plugins/profiles'));

function profileOf(kind: string): Profile {
  const loaded = profiles.get(kind);
  if (!loaded) throw new Error(`no profile ${kind}: ${JSON.stringify(broken)}`);
  return loaded.profile;
}

const hourMs = 3_600_000;
const share = fc.double({ min: 0, max: 0.5, noNaN: true });
const spec: fc.Arbitrary<SenderSpec> = fc.record({
  identifier: fc.string({ minLength: 1, maxLength: 12 }),
  profile: fc.constantFrom(...profiles.keys()),
  seed: fc.nat(),
  intervalSeconds: fc.integer({ min: 300, max: 7_200 }),
  faults: fc.record({ gap: share, duplicate: share, late: share }),
});
/** From 2020 to 2035. */
const time = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) });

const open = (given: SenderSpec) => createSender(given, profileOf(given.profile));
const told = (packets: Iterable<SentPacket>) => Array.from(packets, (packet) => JSON.stringify(packet));

function areFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(areFinite);
}

describe('packets', () => {
  it('are the same however the span is cut', () => {
    fc.assert(
      fc.property(
        spec,
        time,
        fc.array(fc.integer({ min: 0, max: 30 * hourMs }), { maxLength: 6 }),
        (given, fromMs, cuts) => {
          const toMs = fromMs + 30 * hourMs;
          const edges = [fromMs, ...cuts.toSorted((a, b) => a - b).map((cut) => fromMs + cut), toMs];
          const whole = told(open(given).packets(fromMs, toMs));
          // The spans are asked for in reverse, by another sender with the same description.
          const sender = open(given);
          const parts = edges.slice(1).map((edge, index) => [edges[index] ?? fromMs, edge] as const);
          const pieces = parts.toReversed().map(([from, to]) => told(sender.packets(from, to)));
          expect(pieces.toReversed().flat().join('\n')).toBe(whole.join('\n'));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('come in the order of arrival, within the span, never before they were measured, with finite numbers only', () => {
    fc.assert(
      fc.property(spec, time, (given, fromMs) => {
        const toMs = fromMs + 24 * hourMs;
        const packets = Array.from(open(given).packets(fromMs, toMs));
        const wrong = packets.filter(({ sentAtMs, measuredAtMs, message, values }, index) => {
          const isInOrder = sentAtMs >= (packets[index - 1]?.sentAtMs ?? fromMs) && sentAtMs < toMs;
          const isTrue = measuredAtMs <= sentAtMs && message.time === measuredAtMs && message.id === given.identifier;
          return !isInOrder || !isTrue || !areFinite(values) || !areFinite(message);
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('are announced by nextAt, one after the other', () => {
    fc.assert(
      fc.property(spec, time, (given, fromMs) => {
        const sender = open(given);
        const toMs = fromMs + 12 * hourMs;
        const arrivals = new Set(Array.from(sender.packets(fromMs, toMs), (packet) => packet.sentAtMs));
        const announced = new Set<number>();
        for (let at = sender.nextAt(fromMs - 1); at < toMs; at = sender.nextAt(at)) announced.add(at);
        expect([...announced]).toEqual([...arrivals]);
      }),
      { numRuns: 30 },
    );
  });

  it('that arrive twice are the same twice', () => {
    const sender = open({
      identifier: 'a',
      profile: 'elsys-ers-co2',
      seed: 1,
      faults: { gap: 0, duplicate: 0.5, late: 0 },
    });
    const byTime = Map.groupBy(sender.packets(0, 200 * hourMs), (packet) => packet.measuredAtMs);
    const twice = [...byTime.values()].filter((packets) => packets.length === 2);
    expect(twice.length).toBeGreaterThan(byTime.size * 0.4);
    expect(twice.length).toBeLessThan(byTime.size * 0.6);
    for (const [first, second] of twice) {
      expect(second?.message).toEqual(first?.message);
      expect((second?.sentAtMs ?? 0) - (first?.sentAtMs ?? 0)).toBeLessThanOrEqual(5_000);
    }
  });

  it('are lost and late as often as the faults say, also in runs', () => {
    const perfect = { identifier: 'a', profile: 'milesight-em300-th', seed: 5 };
    const faults = { gap: 0.2, duplicate: 0, late: 0.1 };
    const span = [Date.UTC(2026, 0, 1), Date.UTC(2026, 11, 31)] as const;
    const all = Array.from(open(perfect).packets(...span), (packet) => packet.measuredAtMs);
    const arrived = Array.from(open({ ...perfect, faults }).packets(...span));
    const there = new Set(arrived.map((packet) => packet.measuredAtMs));
    expect(there.size / all.length).toBeCloseTo(0.8, 1);
    const late = arrived.filter((packet) => packet.sentAtMs > packet.measuredAtMs);
    expect(late.length / arrived.length).toBeCloseTo(0.1, 1);
    const runs = all.map((at) => (there.has(at) ? '.' : 'x')).join('');
    // Six in a row by chance alone would be one in fifteen thousand.
    expect(runs.match(/x{6,}/g)?.length).toBeGreaterThan(20);
  });

  it('of a make that sends on change tell each change, and in between that it lives', () => {
    const sender = open({ identifier: 'space', profile: 'bosch-tps110', seed: 3 });
    const from = Date.UTC(2026, 9, 1);
    const packets = Array.from(sender.packets(from, from + 96 * hourMs));
    const changes = packets.filter(({ message }) => JSON.stringify(message.meta).includes('"fport":1,'));
    expect(changes.length).toBeGreaterThan(8);
    const occupied = changes.map(({ values }) => values.occupied);
    expect(occupied.every((value, index) => index === 0 || value !== occupied[index - 1])).toBe(true);
    expect(packets.length - changes.length).toBeGreaterThanOrEqual(7);
  });

  it('of senders that differ in their names differ', () => {
    const payloads = Array.from({ length: 20 }, (_, index) => {
      const sender = open({ identifier: `meter ${index}`, profile: 'axioma-w1', seed: 1 });
      return JSON.stringify(Array.from(sender.packets(0, 24 * hourMs))[0]?.message.payload);
    });
    expect(new Set(payloads).size).toBe(20);
  });
});

describe('a sender', () => {
  it.each(['axioma-w1', 'elvaco-cmi4110', 'adeunis-pulse', 'shelly-pro-3em', 'tasmota-plug', 'nas-ul2020'])(
    'of %s never counts backwards, over the turn of the clocks too',
    (kind) => {
      const key = ['volume', 'energy', 'pulsesA'].find((name) => Object.hasOwn(profileOf(kind).quantities, name)) ?? '';
      for (const seed of [1, 2, 3]) {
        const sender = open({ identifier: 'm', profile: kind, seed, intervalSeconds: 900 });
        const packets = sender.packets(Date.UTC(2026, 9, 23), Date.UTC(2026, 9, 30));
        const counts = Array.from(packets, ({ values }) => Number(values[key]));
        expect(counts.filter((count, index) => count < (counts[index - 1] ?? 0))).toEqual([]);
        expect(counts.at(-1)).toBeGreaterThan(counts[0] ?? 0);
      }
    },
  );

  it('takes signals in place of the profile’s own, and refuses what nobody understands', () => {
    const given = { identifier: 'a', profile: 'milesight-em300-th', seed: 1 };
    const sender = open({ ...given, signals: { temperature: { kind: 'constant', value: -7 } } });
    expect(Array.from(sender.packets(0, 5 * hourMs))[0]?.values.temperature).toBe(-7);
    expect(() => open({ ...given, signals: { colour: { kind: 'constant', value: 1 } } })).toThrow(
      /no quantity called colour/,
    );
    expect(() => open({ ...given, signals: { battery: { kind: 'constnat', value: 1 } } })).toThrow(
      /no kind of signal called constnat/,
    );
    expect(() => open({ ...given, signals: { battery: { kind: 'noise', amplitude: 'loud' } } })).toThrow(
      /noise: amplitude/,
    );
    expect(() => open({ ...given, signals: { battery: { kind: 'noise', amplitude: 1, hour: 2 } } })).toThrow(/hour/);
    expect(() => open({ ...given, signals: { battery: { kind: 'same', quantity: 'battery' } } })).toThrow(
      /depends on itself/,
    );
    expect(() => open({ ...given, intervalSeconds: 0 })).toThrow(/interval/);
  });

  it('that loses everything still ends its search', () => {
    const faults = { gap: 1, duplicate: 0, late: 0 };
    const sender = open({ identifier: 'a', profile: 'milesight-em300-th', seed: 1, faults });
    expect(Array.from(sender.packets(0, 100 * hourMs))).toEqual([]);
    expect(sender.nextAt(0)).toBeGreaterThan(0);
  });
});
