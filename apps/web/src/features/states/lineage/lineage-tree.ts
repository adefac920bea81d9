import type { LineageNode } from '@stellwerk/contract/lineage';

export interface Lineage {
  nodes: readonly LineageNode[];
  edges: readonly { from: number; to: number }[];
}

export interface Branch {
  node: LineageNode;
  children: Branch[];
  /** Stands further up with all its branches: a net drawn as a tree would grow without end otherwise. */
  isRepeated: boolean;
}

/** What a state is computed from, or what is computed from it, as a tree. */
export function branchesOf(lineage: Lineage, stateId: number, direction: 'sources' | 'uses'): Branch[] {
  const nodes = new Map(lineage.nodes.map((node) => [node.stateId, node]));
  const next = new Map<number, number[]>();
  for (const { from, to } of lineage.edges) {
    const [here, there] = direction === 'sources' ? [to, from] : [from, to];
    next.set(here, [...(next.get(here) ?? []), there]);
  }
  const drawn = new Set([stateId]);
  const below = (id: number): Branch[] =>
    (next.get(id) ?? []).flatMap((other) => {
      const node = nodes.get(other);
      if (!node) return [];
      const isRepeated = drawn.has(other);
      drawn.add(other);
      return [{ node, isRepeated, children: isRepeated ? [] : below(other) }];
    });
  return below(stateId);
}
