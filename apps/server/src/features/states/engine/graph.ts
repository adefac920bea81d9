import type { StateNode } from './graph.store.ts';

/** Access to states and the edges between them. */
interface GraphLinks {
  node(id: number): StateNode | undefined;
  /** Sources of a computed state that may change; undefined for all other states. */
  sources(id: number): readonly number[] | undefined;
  dependents(id: number): readonly number[];
  /** States that record when the twin last sent something. */
  lastSeen(twinId: number): readonly number[];
  coordinates(twinId: number): readonly number[];
}

export interface Graph extends GraphLinks {
  /** States that an update of this state can change, itself included; for a coordinate also the other one. */
  reach(id: number): readonly number[];
  /** Distance from the incoming values: a computed state has a higher level than all of its sources. */
  level(id: number): number;
}

interface Memo {
  reach: Map<number, readonly number[]>;
  level: Map<number, number>;
}

export const createMemo = (): Memo => ({ reach: new Map(), level: new Map() });

/** `memo` stays valid as long as the edges don't change. */
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
    // Loops can't be stored. If there is one all the same, this entry keeps the recursion from running forever.
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

/** A graph over states that were loaded for a single transaction. */
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
