import type { LineageNode } from '@stellwerk/contract/lineage';
import { describe, expect, it } from 'vitest';
import { type Branch, branchesOf } from './lineage-tree.ts';

const node = (stateId: number): LineageNode => ({
  stateId,
  key: `k${stateId}`,
  title: `State ${stateId}`,
  unit: '',
  dtwinId: 1,
  dtwinTitle: 'Twin',
  source: 'none',
  value: null,
  timestamp: null,
  depth: 0,
});
const lineage = {
  nodes: [1, 2, 3, 4, 5].map(node),
  // 1 and 2 give 3; 1 gives 2 as well; 3 gives 4 and 5.
  edges: [
    { from: 1, to: 3 },
    { from: 2, to: 3 },
    { from: 1, to: 2 },
    { from: 3, to: 4 },
    { from: 3, to: 5 },
  ],
};
type Short = [id: number, children: Short[], repeated?: true];
const short = ({ node: { stateId }, children, isRepeated }: Branch): Short =>
  isRepeated ? [stateId, children.map(short), true] : [stateId, children.map(short)];

describe('branchesOf', () => {
  it('leads from a state to its sources, each drawn out once', () => {
    expect(branchesOf(lineage, 3, 'sources').map(short)).toEqual([
      [1, []],
      [2, [[1, [], true]]],
    ]);
  });

  it('leads from a state to what is computed from it', () => {
    expect(branchesOf(lineage, 2, 'uses').map(short)).toEqual([
      [
        3,
        [
          [4, []],
          [5, []],
        ],
      ],
    ]);
  });

  it('ends where there is nothing, also in a circle', () => {
    expect(branchesOf(lineage, 1, 'sources')).toEqual([]);
    const circle = {
      nodes: [node(1), node(2)],
      edges: [
        { from: 1, to: 2 },
        { from: 2, to: 1 },
      ],
    };
    expect(branchesOf(circle, 1, 'uses').map(short)).toEqual([[2, [[1, [], true]]]]);
  });
});
