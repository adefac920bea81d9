import type { GeofenceMode } from '@stellwerk/contract/rule';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Zone } from './area.ts';
import { type Places, stepGeofences, wakeGeofence } from './geofence.ts';
import { noon, ruleOf } from './testing/rules.fixture.ts';

const hourMs = 3_600_000;
const zone = (id: number, west: number, east: number): Zone => ({
  id,
  title: `Zone ${id}`,
  polygon: {
    kind: 'polygon',
    points: [
      [west, 0],
      [east, 0],
      [east, 1],
      [west, 1],
    ],
  },
  latitude: null,
  longitude: null,
});
const zones = new Map([zone(1, 0, 1), zone(2, 0.5, 2)].map((each) => [each.id, each]));

interface Fence {
  mode: GeofenceMode;
  dtwinId?: number;
  distanceMeters?: number;
  durationHours?: number;
}

/** A twin that moves from west to east and back, on the latitude through the middle of the zones. */
function twin(fences: Fence[], known: ReadonlyMap<number, Zone> = zones) {
  const rule = ruleOf({ geofenceTriggers: fences.map((fence) => ({ dtwinId: 1, ...fence })) });
  const self = {
    places: {} as Places,
    wakeups: [] as { key: string; atMs: number }[],
    at(hours: number, longitude: number, latitude = 0.5): string[] {
      const position = { latitude, longitude, atMs: noon + hours * hourMs };
      const stepped = stepGeofences(rule, self.places, position, known);
      // The memory is stored as JSON between two positions.
      self.places = JSON.parse(JSON.stringify(stepped.places));
      self.wakeups = stepped.wakeups;
      return stepped.fired.map((fired) => (fired.kind === 'geofence' ? `${fired.mode} ${fired.zone.id}` : fired.kind));
    },
    wake(hours: number, key = '0'): string[] {
      const woken = wakeGeofence(rule, self.places, key, noon + hours * hourMs, known);
      self.places = woken.places;
      return woken.fired.map((fired) => (fired.kind === 'geofence' ? `${fired.mode} ${fired.distanceMeters}` : ''));
    },
  };
  return self;
}

describe('entering and leaving', () => {
  it('fire on a change against the position before, not on the first one', () => {
    const one = twin([{ mode: 'enter' }, { mode: 'exit' }]);
    expect([one.at(0, 0.5), one.at(1, 0.6), one.at(2, 3), one.at(3, 4), one.at(4, 0.5)]).toEqual([
      [],
      [],
      ['exit 1'],
      [],
      ['enter 1'],
    ]);
    const other = twin([{ mode: 'enter' }, { mode: 'exit' }]);
    expect([other.at(0, 3), other.at(1, 0.5)]).toEqual([[], ['enter 1']]);
  });

  it('count the border as inside: whoever trembles on it neither enters nor leaves', () => {
    const one = twin([{ mode: 'enter' }, { mode: 'exit' }]);
    one.at(0, 3);
    expect(one.at(1, 1)).toEqual(['enter 1']);
    expect([one.at(2, 0.999999), one.at(3, 1), one.at(4, 1, 1), one.at(5, 0, 0)]).toEqual([[], [], [], []]);
    expect([one.at(6, 1.00001), one.at(7, 1), one.at(8, 1.00001)]).toEqual([['exit 1'], ['enter 1'], ['exit 1']]);
  });

  it('know zones that overlap apart', () => {
    const one = twin([
      { mode: 'enter' },
      { mode: 'enter', dtwinId: 2 },
      { mode: 'exit' },
      { mode: 'exit', dtwinId: 2 },
    ]);
    expect([one.at(0, -1), one.at(1, 0.2), one.at(2, 0.7), one.at(3, 1.5), one.at(4, 3), one.at(5, 0.7)]).toEqual([
      [],
      ['enter 1'],
      ['enter 2'],
      ['exit 1'],
      ['exit 2'],
      ['enter 1', 'enter 2'],
    ]);
  });

  it('heed no position that is older than the last', () => {
    const one = twin([{ mode: 'enter' }, { mode: 'exit' }]);
    one.at(0, 0.5);
    expect(one.at(5, 0.5)).toEqual([]);
    expect(one.at(3, 4)).toEqual([]);
    expect(one.at(6, 0.5)).toEqual([]);
    expect(one.at(6, 4)).toEqual(['exit 1']);
  });

  it('report how far away it was', () => {
    const rule = ruleOf({ geofenceTriggers: [{ dtwinId: 1, mode: 'exit' }] });
    const { places } = stepGeofences(rule, {}, { latitude: 0.5, longitude: 1, atMs: 1 }, zones);
    const { fired } = stepGeofences(rule, places, { latitude: 0.5, longitude: 1.01, atMs: 2 }, zones);
    expect(fired).toEqual([
      { kind: 'geofence', mode: 'exit', zone: { id: 1, title: 'Zone 1' }, distanceMeters: expect.closeTo(1_111.9, 0) },
    ]);
  });

  it('never fire for a zone that is deleted or has no area, and begin again when it has one', () => {
    const known = new Map(zones);
    const one = twin([{ mode: 'enter' }, { mode: 'exit' }, { mode: 'dwelltime', durationHours: 1 }], known);
    one.at(0, 0.5);
    known.set(1, { ...zone(1, 0, 1), polygon: null });
    expect([one.at(1, 4), one.at(2, 0.5), one.wake(3, '2')]).toEqual([[], [], []]);
    known.delete(1);
    expect(one.at(3, 4)).toEqual([]);
    known.set(1, zone(1, 0, 1));
    expect([one.at(4, 0.5), one.at(4.5, 4)]).toEqual([[], ['exit 1']]);
  });
});

describe('dwell times', () => {
  it('fire once a stay, with the first position after the time', () => {
    const one = twin([{ mode: 'dwelltime', durationHours: 2 }]);
    one.at(0, 4);
    expect([one.at(1, 0.5), one.at(2.9, 0.5), one.at(3, 0.5), one.at(9, 0.5)]).toEqual([[], [], ['dwelltime 1'], []]);
    expect([one.at(10, 4), one.at(11, 0.5), one.at(13, 0.5)]).toEqual([[], [], ['dwelltime 1']]);
  });

  it('fire without a position when they are over, exactly then and once', () => {
    const one = twin([{ mode: 'enter' }, { mode: 'dwelltime', durationHours: 0.5 }]);
    one.at(0, 4);
    one.at(1, 0.5);
    expect(one.wakeups).toEqual([{ key: '1', atMs: noon + 1.5 * hourMs }]);
    one.at(1.2, 0.6);
    expect(one.wakeups).toEqual([]);
    expect(one.wake(1.4999, '1')).toEqual([]);
    expect(one.wake(1.5, '1')).toEqual(['dwelltime null']);
    expect([one.wake(1.5, '1'), one.at(3, 0.5)]).toEqual([[], []]);
    // Triggers without a dwell time, and unknown ones, ignore wakeups.
    expect(one.wake(9, '0')).toEqual([]);
    expect(one.wake(9, '7')).toEqual([]);
  });

  it('are cancelled by leaving, and stale wake-ups do nothing', () => {
    const one = twin([{ mode: 'dwelltime', durationHours: 2 }]);
    one.at(0, 0.5);
    one.at(1, 4);
    expect(one.wake(2)).toEqual([]);
    one.at(1.5, 0.5);
    expect(one.wakeups).toEqual([{ key: '0', atMs: noon + 3.5 * hourMs }]);
    expect([one.wake(2), one.wake(3.5)]).toEqual([[], ['dwelltime null']]);
  });

  it('count outside as well, from the first position on', () => {
    const one = twin([{ mode: 'dwelltime_out', durationHours: 2 }]);
    expect(one.at(0, 4)).toEqual([]);
    expect(one.wakeups).toEqual([{ key: '0', atMs: noon + 2 * hourMs }]);
    expect([one.at(1, 5), one.at(2, 6), one.at(3, 6)]).toEqual([[], ['dwelltime_out 1'], []]);
    expect([one.at(4, 0.5), one.at(7, 0.5), one.wake(8)]).toEqual([[], [], []]);
  });
});

describe('coming near and moving away', () => {
  // A degree of longitude is 111 km here.
  const near = { distanceMeters: 60_000 };

  it('fire when the distance to the border falls to the limit, and when it rises above it', () => {
    const one = twin([
      { mode: 'proximity_closing', ...near },
      { mode: 'proximity_movingout', ...near },
    ]);
    expect([one.at(0, 3), one.at(1, 1.6), one.at(2, 1.5), one.at(3, 0.5), one.at(4, 1.2), one.at(5, 1.6)]).toEqual([
      [],
      [],
      ['proximity_closing 1'],
      [],
      [],
      ['proximity_movingout 1'],
    ]);
  });

  it('do not fire on the first position, however near it is', () => {
    const one = twin([{ mode: 'proximity_closing', ...near }]);
    expect([one.at(0, 0.5), one.at(1, 0.6)]).toEqual([[], []]);
  });
});

it('entering and leaving take turns on every way', () => {
  const steps = fc.array(
    fc.integer({ min: -20, max: 40 }).map((tenths) => tenths / 20),
    { minLength: 2, maxLength: 40 },
  );
  fc.assert(
    fc.property(steps, (longitudes) => {
      const one = twin([{ mode: 'enter' }, { mode: 'exit' }]);
      const isInside = (longitude: number) => longitude >= 0 && longitude <= 1;
      for (const [index, longitude] of longitudes.entries()) {
        const before = longitudes[index - 1];
        const isChange = before !== undefined && isInside(before) !== isInside(longitude);
        expect(one.at(index, longitude)).toEqual(isChange ? [isInside(longitude) ? 'enter 1' : 'exit 1'] : []);
      }
    }),
  );
});
