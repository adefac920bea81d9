import { describe, expect, it } from 'vitest';
import { findCauses, type Peers, type Shared, type SilentDevice } from './cause.ts';

const thing = (kind: Shared['kind'], key: string): Shared => ({ kind, key, name: key, id: 1 });
const devices = (count: number, shared: Shared[], first = 1): SilentDevice[] =>
  Array.from({ length: count }, (_, index) => ({ alarmId: first + index, twinId: first + index, shared }));
const causesOf = (silent: SilentDevice[], peers: Record<string, Peers>) =>
  findCauses(silent, ({ key }) => peers[key]).map(({ shared, affected }) => [shared.kind, shared.key, affected.length]);

const [c1, p1, p2, d1] = [
  thing('connector', 'c1'),
  thing('place', 'p1'),
  thing('place', 'p2'),
  thing('driver', 'd1'),
] as const;
const all = (devices: number): Peers => ({ devices, silent: devices });

describe('the common cause of silent devices', () => {
  it('is what most of them share, the connector before places and drivers', () => {
    expect(causesOf(devices(8, [c1, p1, d1]), { c1: all(8), p1: all(8), d1: all(8) })).toEqual([
      ['connector', 'c1', 8],
    ]);
  });

  it('is not what works for most others', () => {
    const peers = { c1: { devices: 100, silent: 8 }, p1: { devices: 10, silent: 8 }, d1: { devices: 90, silent: 8 } };
    expect(causesOf(devices(8, [c1, p1, d1]), peers)).toEqual([['place', 'p1', 8]]);
  });

  it('is the gateway that received all of them', () => {
    const silent = devices(6, [c1, thing('gateway', 'AA'), p1]);
    const peers = { c1: { devices: 50, silent: 6 }, p1: { devices: 30, silent: 6 } };
    expect(causesOf(silent, peers)).toEqual([['gateway', 'AA', 6]]);
  });

  it('needs five devices', () => {
    expect(causesOf(devices(4, [c1]), { c1: all(4) })).toEqual([]);
    expect(causesOf([...devices(3, [p1]), ...devices(4, [p2], 10)], { p1: all(3), p2: all(4) })).toEqual([]);
  });

  it('finds several, and counts each device once', () => {
    const silent = [...devices(6, [c1, p1]), ...devices(5, [c1, p2], 10)];
    const peers = { c1: { devices: 200, silent: 11 }, p1: all(6), p2: all(5) };
    expect(causesOf(silent, peers)).toEqual([
      ['place', 'p1', 6],
      ['place', 'p2', 5],
    ]);
  });
});
