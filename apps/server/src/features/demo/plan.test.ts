import { createSender } from '@stellwerk/simulator/create-sender';
import { loadProfiles } from '@stellwerk/simulator/profiles';
import { describe, expect, it } from 'vitest';
import { planWorld } from './build/build.ts';
import { everyDevice, everyTwin, placeOf, pointAlong } from './plan.ts';
import { lindenau } from './world/lindenau.ts';

const plugins = new URL('../../../../../plugins/profiles', import.meta.url).pathname;
const devicesOf = (scale: number, seed = 1) =>
  planWorld(lindenau, { seed, scale }).flatMap(({ twins }) => everyDevice(twins));

describe('the plan of the demo world', () => {
  it('is the same for the same seed, and names everything once', () => {
    const all = devicesOf(1);
    expect(devicesOf(1)).toEqual(all);
    expect(all.length).toBeGreaterThan(250);
    expect(new Set(all.map(({ externalId }) => externalId)).size).toBe(all.length);
    expect(devicesOf(1, 2)[0]?.externalId).not.toBe(all[0]?.externalId);
    const keys = planWorld(lindenau, { seed: 1, scale: 1 }).flatMap(({ twins }) => [...everyTwin(twins)]);
    expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
    expect(keys.map(({ key }) => key)).toContain(lindenau.showcase.twin);
  });

  it('leaves out others in a smaller world, and changes none of the rest', () => {
    const all = new Map(devicesOf(1).map((device) => [device.externalId, device.spec]));
    const some = devicesOf(0.1);
    expect(some.length).toBeLessThan(all.size / 3);
    for (const { externalId, spec } of some) expect(all.get(externalId)).toEqual(spec);
  });

  it('asks of every make only what it measures', async () => {
    const { profiles, broken } = await loadProfiles(plugins);
    expect(broken).toEqual([]);
    const makes = new Set<string>();
    for (const { spec } of devicesOf(1)) {
      const loaded = profiles.get(spec.profile);
      if (!loaded) throw new Error(`there is no profile ${spec.profile}`);
      createSender(spec, loaded.profile);
      makes.add(spec.profile);
    }
    expect(makes.size).toBeGreaterThanOrEqual(12);
  });

  it('stands things at equal distances on a line, metres from the centre', () => {
    const line = [
      [0, 0],
      [100, 0],
      [100, 100],
    ] as const;
    expect([0, 0.25, 0.75, 1].map((share) => pointAlong(line, share))).toEqual([
      [0, 0],
      [50, 0],
      [100, 50],
      [100, 100],
    ]);
    const { latitude, longitude } = placeOf(lindenau, [0, 1_113.2]);
    expect([latitude, longitude]).toEqual([51.34, 12.33]);
  });
});
