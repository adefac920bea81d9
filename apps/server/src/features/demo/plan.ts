import type { Signal } from '@stellwerk/plugin/profile';
import type { SenderSpec } from '@stellwerk/simulator/sender';
import type { Meters, Repeat, World, WorldDevice, WorldTwin } from './world/types.ts';

export interface Place {
  latitude: number;
  longitude: number;
}

export interface PlannedDevice {
  /** Unique in the world; seed and identifier are derived from it. */
  key: string;
  source: WorldDevice;
  title: string;
  externalId: string;
  place: Place;
  silentDays: number;
  spec: SenderSpec;
}

export interface PlannedTwin {
  key: string;
  source: WorldTwin;
  title: string;
  place: Place | null;
  devices: PlannedDevice[];
  twins: PlannedTwin[];
}

export interface PlanOptions {
  /** Equal seeds create equal worlds. */
  seed: number;
  /** Share of repeated objects; tests use a small one. */
  scale: number;
}

/** FNV-1a: stable across releases, so that a world continues unchanged after an upgrade. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(8, '0').slice(0, digits);

/** An EUI-64 with the bit for locally administered addresses, so that it can't belong to a real device. */
export const euiOf = (key: string, seed: number) =>
  `02${hex(hashOf(`${seed}/${key}`), 8)}${hex(hashOf(`${key}/${seed}`), 6)}`;

const metersPerDegree = 111_320;

export function placeOf({ centre }: Pick<World, 'centre'>, [east, north]: Meters): Place {
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return {
    latitude: round(centre.latitude + north / metersPerDegree),
    longitude: round(centre.longitude + east / (metersPerDegree * Math.cos((centre.latitude * Math.PI) / 180))),
  };
}

const lengthOf = ([a, b]: Meters, [c, d]: Meters) => Math.hypot(c - a, d - b);

export function pointAlong(line: readonly Meters[], share: number): Meters {
  const legs = line.slice(1).map((to, index) => ({ from: line[index] ?? to, to }));
  const total = legs.reduce((sum, { from, to }) => sum + lengthOf(from, to), 0);
  let left = total * share;
  for (const { from, to } of legs) {
    const length = lengthOf(from, to);
    if (left <= length && length > 0) {
      const part = left / length;
      return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    }
    left -= length;
  }
  return line.at(-1) ?? [0, 0];
}

/** Spreads points around a centre without a visible pattern. */
const around = ([east, north]: Meters, index: number): Meters => {
  const angle = index * 2.399963;
  const radius = 5 * Math.sqrt(index);
  return [east + radius * Math.cos(angle), north + radius * Math.sin(angle)];
};

function routeOf(world: World, { route }: WorldDevice): Record<string, Signal> {
  if (!route) return {};
  const points = route.points.map((at) => {
    const { latitude, longitude } = placeOf(world, at);
    return [latitude, longitude];
  });
  return { position: { fromHour: 7, ...route, kind: 'route', points } };
}

interface Copy {
  number: number;
  /** Part of the key; empty for single objects. */
  suffix: string;
  at: Meters;
  fill(text: string): string;
}

function* copiesOf(repeat: Repeat | undefined, at: Meters, scale: number): Generator<Copy> {
  if (!repeat) {
    yield { number: 1, suffix: '', at, fill: (text) => text };
    return;
  }
  const all = repeat.names?.length ?? repeat.count ?? 1;
  const count = Math.max(1, Math.round(all * scale));
  for (let index = 0; index < count; index += 1) {
    const number = index + 1;
    const name = repeat.names?.[index] ?? String(number);
    const share = all > 1 ? index / (all - 1) : 0;
    yield {
      number,
      suffix: String(number),
      at: repeat.along ? pointAlong(repeat.along, share) : around(at, index),
      fill: (text) => text.replaceAll('{n}', String(number)).replaceAll('{name}', name),
    };
  }
}

/** Plans all twins and devices of an account. Does not depend on the time. */
export function planTwins(world: World, twins: readonly WorldTwin[], options: PlanOptions): PlannedTwin[] {
  const { seed, scale } = options;

  function devicesOf(twin: WorldTwin, parent: { key: string; at: Meters; number: number; fill: Copy['fill'] }) {
    const planned: PlannedDevice[] = [];
    for (const [index, source] of (twin.devices ?? []).entries()) {
      for (const copy of copiesOf(source.repeat, source.at ?? parent.at, scale)) {
        const key = `${parent.key}.${source.profile}${index}${copy.suffix}`;
        const { except } = source.repeat ? source : twin;
        const special = except?.[source.repeat ? copy.number : parent.number] ?? {};
        const signals = { ...source.signals, ...routeOf(world, source), ...special.signals };
        const externalId = source.connector === 'mqtt' ? key.replaceAll('.', '-') : euiOf(key, seed);
        planned.push({
          key,
          source,
          title: parent.fill(copy.fill(source.title)),
          externalId,
          place: placeOf(world, copy.at),
          silentDays: special.silentDays ?? source.silentDays ?? 0,
          spec: {
            identifier: externalId,
            profile: source.profile,
            seed: hashOf(`${seed}:${key}`) & 0x7fffffff,
            ...(source.intervalSeconds === undefined ? {} : { intervalSeconds: source.intervalSeconds }),
            ...(Object.keys(signals).length > 0 ? { signals } : {}),
            faults: { ...world.faults, ...source.faults, ...special.faults },
          },
        });
      }
    }
    return planned;
  }

  const planBelow = (below: readonly WorldTwin[], above: { key: string; at: Meters }): PlannedTwin[] =>
    below.flatMap((source) =>
      [...copiesOf(source.repeat, source.at ?? above.at, scale)].map((copy) => {
        const key = `${above.key}${above.key === '' ? '' : '.'}${source.key}${copy.suffix}`;
        return {
          key,
          source,
          title: copy.fill(source.title),
          place: source.at || source.repeat || above.key !== '' ? placeOf(world, copy.at) : null,
          devices: devicesOf(source, { key, at: copy.at, number: copy.number, fill: copy.fill }),
          twins: planBelow(source.twins ?? [], { key, at: copy.at }),
        };
      }),
    );

  return planBelow(twins, { key: '', at: [0, 0] });
}

export function* everyTwin(twins: readonly PlannedTwin[]): Generator<PlannedTwin> {
  for (const twin of twins) {
    yield twin;
    yield* everyTwin(twin.twins);
  }
}

export const everyDevice = (twins: readonly PlannedTwin[]): PlannedDevice[] =>
  [...everyTwin(twins)].flatMap(({ devices }) => devices);
