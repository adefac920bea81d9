import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '@stellwerk/plugin/json';
import type { Profile } from '@stellwerk/plugin/profile';
import { createSender } from '@stellwerk/simulator/create-sender';
import { loadProfiles } from '@stellwerk/simulator/profiles';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { prepareParser } from '../../apps/server/src/features/drivers/parsers/kinds.ts';
import { openSandbox } from '../../apps/server/src/platform/sandbox/scripts.fixture.ts';
import { examples } from './examples.fixture.ts';

const { profiles, broken } = await loadProfiles(import.meta.dirname);
const kinds = [...profiles.keys()];

const sandbox = openSandbox();
afterAll(() => sandbox.close());
const tools = { sandbox, egress: { request: () => Promise.reject(new Error('no way out')) } };

interface Sent {
  payload: JsonValue;
  meta?: { [key: string]: JsonValue };
}

/** What the driver of a profile makes of packets, in the sandbox that runs it in the platform. */
async function driven(kind: string, sent: readonly Sent[]) {
  const script = profiles.get(kind)?.driver ?? '';
  const run = await prepareParser({ type: 'javascript', script }, [], tools);
  const inputs = sent.map(({ payload, meta = {} }) => ({ payload, meta, receivedAt: 1_794_000_000_000, accountId: 1 }));
  const parsings = await run(inputs, { maxHung: 1 });
  return parsings.map((parsing) => {
    const parsed = parsing?.parsed;
    if (!parsed?.ok || parsed.complaint) throw new Error(`${kind}: ${JSON.stringify(parsed)}`);
    return parsed.sets[0]?.values ?? {};
  });
}

function profileOf(kind: string): Profile {
  const loaded = profiles.get(kind);
  if (!loaded) throw new Error(`no profile ${kind}`);
  return loaded.profile;
}

/** The step between two values that a format can tell apart, where it isn't the last decimal of the state. */
const steps: Record<string, Record<string, number>> = {
  'milesight-am107': { humidity: 0.5 },
  'milesight-em300-th': { humidity: 0.5 },
  'elsys-ers-co2': { voltage: 0.001 },
  'digital-matter-oyster': { voltage: 0.025 },
};

function expectClose(
  kind: string,
  values: Readonly<Record<string, unknown>>,
  driven: Readonly<Record<string, unknown>>,
) {
  for (const { key, decimals = 0 } of profileOf(kind).states) {
    const given = values[key];
    const got = driven[key];
    if (got === undefined || given === undefined) continue;
    const half = (steps[kind]?.[key] ?? 10 ** -decimals) / 2;
    const isClose =
      typeof given === 'number' && typeof got === 'number' ? Math.abs(given - got) <= half * 1.000_1 : given === got;
    expect([key, given, got, isClose]).toEqual([key, given, got, true]);
  }
}

const valueTypes: Record<string, string> = { number: 'number', boolean: 'boolean', string: 'string' };

describe('the profiles', () => {
  it('are all in order', () => {
    expect(broken).toEqual([]);
    expect(kinds.length).toBeGreaterThanOrEqual(12);
    expect(Object.keys(examples).filter((kind) => !profiles.has(kind))).toEqual([]);
  });

  it('have names that states may have, and icons that twins may have', () => {
    const icons = readFileSync(join(import.meta.dirname, '../../apps/web/src/features/twins/twin-icons.ts'), 'utf8');
    for (const kind of kinds) {
      const { icon, states } = profileOf(kind);
      expect(icons).toContain(`\n  ${icon}: `);
      expect(states.filter(({ key }) => !/^[A-Za-z][A-Za-z0-9]{0,63}$/.test(key))).toEqual([]);
      expect(new Set(states.map(({ key }) => key)).size).toBe(states.length);
    }
  });
});

describe.each(kinds)('%s', (kind) => {
  const profile = profileOf(kind);

  it('sends what its driver understands: all of its states, with the values that were measured', async () => {
    const sender = createSender({ identifier: 'sensor', profile: kind, seed: 7 }, profile);
    const fromMs = Date.UTC(2026, 10, 4);
    const packets = Array.from(sender.packets(fromMs, fromMs + 48 * 3_600_000));
    const results = await driven(
      kind,
      packets.map(({ message }) => message),
    );
    const seen = new Set<string>();
    for (const [index, values] of results.entries()) {
      expectClose(kind, packets[index]?.values ?? {}, values);
      for (const [key, value] of Object.entries(values)) {
        const state = profile.states.find((each) => each.key === key);
        expect([key, typeof value]).toEqual([key, valueTypes[state?.valueType ?? '']]);
        seen.add(key);
      }
    }
    expect([...seen].toSorted()).toEqual(profile.states.map(({ key }) => key).toSorted());
  });

  it('keeps any values within the resolution of its format', async () => {
    const { ranges, lately, derived } = examples[kind] ?? {};
    if (!ranges) throw new Error('no ranges given');
    const arbitraries = Object.entries(ranges).map(
      ([name, [min, max]]) => [name, fc.double({ min, max, noNaN: true })] as const,
    );
    const { of: meter = '', count = 0, maxStep = 0 } = lately ?? {};
    const measurement = fc.record({
      values: fc.record(Object.fromEntries(arbitraries)),
      stepsBack: fc.array(fc.double({ min: 0, max: maxStep, noNaN: true }), { minLength: count, maxLength: count }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(measurement, { minLength: 40, maxLength: 60 }), async (measurements) => {
        const trails = measurements.map(({ values, stepsBack }) => {
          let reading = values[meter] ?? 0;
          return stepsBack.map((step, index) => {
            reading = index === 0 ? reading : Math.max(0, reading - step);
            return reading;
          });
        });
        const sent = measurements.map(({ values }, index) =>
          profile.encode(
            { ...values, lately: trails[index] ?? [] },
            { counter: index, atMs: 1.794e12, isChange: false },
          ),
        );
        const results = await driven(kind, sent);
        for (const [index, result] of results.entries()) {
          const values = measurements[index]?.values ?? {};
          expectClose(kind, { ...values, ...derived?.(values, trails[index] ?? []) }, result);
        }
      }),
      { numRuns: 4 },
    );
  });

  it('sends something that it can say, whatever is measured', async () => {
    const odd: JsonValue[] = [
      Number.NaN,
      null,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      1e308,
      -1e308,
      -1,
      'x',
      {},
      [],
      true,
    ];
    const names = Object.keys(profile.quantities);
    const measurements = [
      ...odd.map((value) => Object.fromEntries(names.map((name) => [name, value]))),
      ...odd.map((value) => Object.fromEntries(names.map((name) => [name, [value, value]]))),
      ...odd.map((value) =>
        Object.fromEntries(names.map((name) => [name, { lat: value, lon: value, speed: value, heading: value }])),
      ),
      {},
    ];
    const sent = measurements.flatMap((values) =>
      [0, 1].map((counter) => profile.encode(values, { counter, atMs: 1.794e12, isChange: counter === 1 })),
    );
    // JSON would turn what is no number into null.
    expect(JSON.parse(JSON.stringify(sent))).toEqual(sent);
    for (const values of await driven(kind, sent)) {
      const numbers = Object.values(values).filter((value) => typeof value !== 'boolean');
      expect(numbers.filter((value) => !Number.isFinite(value))).toEqual([]);
    }
  });

  const { published = [] } = examples[kind] ?? {};
  it.each(published)('reads the published example $from', async ({ payload, fport, values }) => {
    const [result] = await driven(kind, [{ payload, meta: fport === undefined ? {} : { lora: { fport } } }]);
    expect(result).toEqual(values);
  });
});
