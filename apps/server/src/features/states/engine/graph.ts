import type { StateNode } from './graph.store.ts';

/** Where a graph gets its states and how they hang together. */
export interface GraphLinks {
  node(id: number): StateNode | undefined;
  /** Of computed states that may change; undefined for all others. */
  sources(id: number): readonly number[] | undefined;
  dependents(id: number): readonly number[];
  /** States that tell when the twin was heard of. */
  lastSeen(twinId: number): readonly number[];
  /** States that give a coordinate of the twin. */
  coordinates(twinId: number): readonly number[];
}

export interface Graph extends GraphLinks {
  /** Everything that an update of a state can change, the state included; of coordinates also the other one. */
  reach(id: number): readonly number[];
  /** How far a state is from what comes in: a computed one comes after all of its sources. */
  level(id: number): number;
}

export interface Memo {
  reach: Map<number, readonly number[]>;
  level: Map<number, number>;
}

export const createMemo = (): Memo => ({ reach: new Map(), level: new Map() });

/** `memo` holds for as long as the links stay as they are. */
export function createGraph(links: GraphLinks, memo: Memo = createMemo()): Graph {
  function findReach(id: number): readonly number[] {
    const twinId = links.node(id)?.twinId ?? 0;
    const reach = new Set([id, ...links.lastSeen(twinId)]);
    for (const each of reach) for (const dependent of links.dependents(each)) reach.add(dependent);
    for (const each of [...reach]) {
      const node = links.node(each);
      if (node?.geoLink) for (const other of links.coordinates(node.twinId)) reach.add(other);
    }
    return [...reach];
  }

  function level(id: number): number {
    const known = memo.level.get(id);
    if (known !== undefined) return known;
    // Loops can't be stored; should one be there all the same, it must not hang.
    memo.level.set(id, 0);
    const found = (links.sources(id) ?? []).reduce((most, source) => Math.max(most, level(source) + 1), 0);
    memo.level.set(id, found);
    return found;
  }

  return {
    ...links,
    level,
    reach(id) {
      const known = memo.reach.get(id);
      if (known) return known;
      const found = findReach(id);
      memo.reach.set(id, found);
      return found;
    },
  };
}

const none: readonly number[] = [];

export function pushTo(lists: Map<number, number[]>, key: number, id: number): void {
  const list = lists.get(key);
  if (list) list.push(id);
  else lists.set(key, [id]);
}

/** A graph over states that were read for it. */
export function graphOf(nodes: ReadonlyMap<number, StateNode>, sources: ReadonlyMap<number, number[]>): Graph {
  const dependents = new Map<number, number[]>();
  for (const [id, from] of sources) for (const source of from) pushTo(dependents, source, id);
  const lastSeen = new Map<number, number[]>();
  const coordinates = new Map<number, number[]>();
  for (const { id, twinId, source, geoLink } of nodes.values()) {
    if (source === 'system') pushTo(lastSeen, twinId, id);
    if (geoLink) pushTo(coordinates, twinId, id);
  }
  return createGraph({
    node: (id) => nodes.get(id),
    sources: (id) => sources.get(id),
    dependents: (id) => dependents.get(id) ?? none,
    lastSeen: (twinId) => lastSeen.get(twinId) ?? none,
    coordinates: (twinId) => coordinates.get(twinId) ?? none,
  });
}
