import { createSender } from '@stellwerk/simulator/create-sender';
import { loadProfiles } from '@stellwerk/simulator/profiles';
import { describe, expect, it } from 'vitest';
import { planWorld } from './build/build.ts';
import { everyDevice, everyTwin, placeOf, pointAlong } from './plan.ts';
import { lindenau } from './world/lindenau.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
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

  it('has homes whose meters speak of a leak only where there is one', async () => {
    const { profiles } = await loadProfiles(plugins);
    const loaded = profiles.get('axioma-w1');
    if (!loaded) throw new Error('there is no water meter');
    const originMs = Date.UTC(2026, 10, 16, 9);
    const meters = devicesOf(1).filter(({ spec }) => spec.profile === 'axioma-w1');
    const leaking = meters.filter(({ spec }) => {
      const packets = createSender({ ...spec, originMs }, loaded.profile).packets(originMs - 14 * dayMs, originMs);
      // The sixth byte is the status; its sixth bit is a leak.
      return [...packets].some(
        ({ message }) => (Number.parseInt(String(message.payload).slice(10, 12), 16) & 0x20) !== 0,
      );
    });
    expect(meters.length).toBeGreaterThan(24);
    expect(leaking.map(({ title }) => title)).toEqual(['Wasserzähler Lindenhof 9']);
  });

  it('has vehicles that leave the yard in the morning, and now and then one at night', async () => {
    const { profiles } = await loadProfiles(plugins);
    const loaded = profiles.get('digital-matter-oyster');
    if (!loaded) throw new Error('there is no tracker');
    const twins = planWorld(lindenau, { seed: 1, scale: 1 }).flatMap((part) => [...everyTwin(part.twins)]);
    const corners = (twins.find(({ key }) => key === 'yard.area')?.source.area ?? []).map((at) =>
      placeOf(lindenau, at),
    );
    const [south = 0, north = 0] = [Math.min, Math.max].map((edge) => edge(...corners.map(({ latitude }) => latitude)));
    const [west = 0, east = 0] = [Math.min, Math.max].map((edge) => edge(...corners.map(({ longitude }) => longitude)));
    const originMs = Date.UTC(2026, 10, 16, 9);
    const exits = devicesOf(1).flatMap(({ spec, title }) => {
      if (spec.profile !== 'digital-matter-oyster') return [];
      let wasInside = false;
      const sender = createSender({ ...spec, originMs }, loaded.profile);
      return [...sender.packets(originMs - 30 * dayMs, originMs + 60 * dayMs)].flatMap(({ measuredAtMs, values }) => {
        const { lat, lon } = values.position as { lat: number; lon: number };
        const isInside = lat > south && lat < north && lon > west && lon < east;
        const isExit = wasInside && !isInside;
        wasInside = isInside;
        const hour = new Date(measuredAtMs + hourMs).getUTCHours();
        return isExit ? [{ title, isPast: measuredAtMs < originMs, isNight: hour >= 19 || hour < 6 }] : [];
      });
    });
    const atNight = exits.filter(({ isNight }) => isNight);
    expect(exits.length).toBeGreaterThan(200);
    expect(new Set(atNight.map(({ title }) => title))).toEqual(new Set(['Kontrollfahrzeug Wasserwerk']));
    expect(atNight.filter(({ isPast }) => isPast).length).toBeGreaterThanOrEqual(3);
    expect(atNight.filter(({ isPast }) => !isPast).length).toBeGreaterThan(2);
    expect(atNight.length).toBeLessThan(exits.length / 10);
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
