import type { Graph } from './graph.store.ts';

/** How far states are from what comes in: a computed one comes after all of its sources. */
export function levelsOf({ nodes, sources }: Graph): Map<number, number> {
  const levels = new Map<number, number>();
  function levelOf(id: number): number {
    const known = levels.get(id);
    if (known !== undefined) return known;
    // Loops can't be stored; should one be there all the same, it must not hang.
    levels.set(id, 0);
    const level = (sources.get(id) ?? []).reduce((most, source) => Math.max(most, levelOf(source) + 1), 0);
    levels.set(id, level);
    return level;
  }
  for (const id of nodes.keys()) levelOf(id);
  return levels;
}

type Reach = (stateId: number) => ReadonlySet<number>;

function push(lists: Map<number, number[]>, key: number, id: number): void {
  const list = lists.get(key);
  if (list) list.push(id);
  else lists.set(key, [id]);
}

/** Everything that an update of a state can change, the state included; of coordinates also the other one. */
export function reachOf({ nodes, sources }: Graph): Reach {
  const dependents = new Map<number, number[]>();
  for (const [id, from] of sources) for (const source of from) push(dependents, source, id);
  const lastSeen = new Map<number, number[]>();
  const coordinates = new Map<number, number[]>();
  for (const { id, twinId, source, geoLink } of nodes.values()) {
    if (source === 'system') push(lastSeen, twinId, id);
    if (geoLink) push(coordinates, twinId, id);
  }
  const known = new Map<number, ReadonlySet<number>>();
  return (stateId) => {
    const found = known.get(stateId);
    if (found) return found;
    const reach = new Set([stateId, ...(lastSeen.get(nodes.get(stateId)?.twinId ?? 0) ?? [])]);
    for (const id of reach) for (const dependent of dependents.get(id) ?? []) reach.add(dependent);
    for (const id of [...reach]) {
      const { geoLink, twinId } = nodes.get(id) ?? { geoLink: null, twinId: 0 };
      if (geoLink) for (const other of coordinates.get(twinId) ?? []) reach.add(other);
    }
    known.set(stateId, reach);
    return reach;
  };
}

interface Sent {
  stateId: number;
  shard: number;
  seq: number;
}

/** Values of one packet come together: what depends on several of them is computed once. */
export function stepsOf<T extends Sent>(updates: readonly T[]): T[][] {
  const steps: T[][] = [];
  let members = new Set<number>();
  for (const update of updates) {
    const step = steps.at(-1);
    const isSamePacket = step?.[0]?.shard === update.shard && step[0].seq === update.seq;
    if (step && isSamePacket && !members.has(update.stateId)) {
      step.push(update);
    } else {
      steps.push([update]);
      members = new Set();
    }
    members.add(update.stateId);
  }
  return steps;
}

/**
 * Steps that have nothing in common are done at once, the others one after the other: the result is that of doing each
 * step alone in its turn, however updates were put together.
 */
export function wavesOf<T extends Sent>(steps: readonly T[][], reach: Reach): T[][] {
  const waves: T[][] = [];
  const nextWave = new Map<number, number>();
  for (const step of steps) {
    let wave = 0;
    for (const { stateId } of step) {
      for (const id of reach(stateId)) wave = Math.max(wave, nextWave.get(id) ?? 0);
    }
    for (const { stateId } of step) for (const id of reach(stateId)) nextWave.set(id, wave + 1);
    const members = waves[wave];
    if (members) members.push(...step);
    else waves.push([...step]);
  }
  return waves;
}
