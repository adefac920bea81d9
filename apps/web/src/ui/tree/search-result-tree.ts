import type { NodeId, TreeNode } from './tree-rows.ts';
import type { TreeSource } from './use-tree-pages.ts';

export interface SearchResultTree {
  /** Differs between results. */
  key: string;
  source: TreeSource;
  expanded: NodeId[];
}

interface Item {
  id: number;
  parentId: number | null;
}

interface SearchResultTreeInput<T extends Item> {
  /** Matches and their ancestors. */
  found: readonly T[];
  /** The search query. */
  query: string;
  nodeOf: (item: T) => TreeNode;
  /** The whole tree, for the children of matches. */
  browse: TreeSource;
}

/**
 * A search result as a tree that is open down to the matches. The result omits items that the user may not see, so that
 * an item with a missing parent is at the top.
 */
export function searchResultTree<T extends Item>({
  found,
  query,
  nodeOf,
  browse,
}: SearchResultTreeInput<T>): SearchResultTree {
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
  return { key: `${query} ${shape}`, source, expanded };
}
