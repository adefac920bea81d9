import type { NodeId, TreeNode } from './tree-rows.ts';
import type { TreeSource } from './use-tree-pages.ts';

export interface FoundTree {
  /** Differs between results. */
  key: string;
  source: TreeSource;
  expanded: NodeId[];
}

interface Item {
  id: number;
  parentId: number | null;
}

interface FoundTreeInput<T extends Item> {
  /** Matches and the ways down to them. */
  found: readonly T[];
  /** What was asked for. */
  question: string;
  nodeOf: (item: T) => TreeNode;
  /** The whole tree, which goes on below what was found. */
  browse: TreeSource;
}

/**
 * What a search found, as a tree that is open down to the matches. What nobody may see is left out of the answer, so
 * that an item whose parent is missing stands at the top.
 */
export function foundTree<T extends Item>({ found, question, nodeOf, browse }: FoundTreeInput<T>): FoundTree {
  const known = new Set(found.map(({ id }) => id));
  const children = new Map<number | null, T[]>();
  for (const item of found) {
    const parentId = item.parentId !== null && known.has(item.parentId) ? item.parentId : null;
    const siblings = children.get(parentId);
    if (siblings) siblings.push(item);
    else children.set(parentId, [item]);
  }
  const source: TreeSource = async (parentId, range, signal) => {
    const here = children.get(parentId === null ? null : Number(parentId));
    if (!here) return browse(parentId, range, signal);
    return { data: here.slice(range.offset, range.offset + range.limit).map(nodeOf), total: here.length };
  };
  const expanded = [...children.keys()].filter((id) => id !== null);
  const shape = found.map(({ id, parentId }) => `${id}<${parentId}`).join();
  return { key: `${question} ${shape}`, source, expanded };
}
