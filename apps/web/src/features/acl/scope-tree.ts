import type { ScopeNode } from '@stellwerk/contract/access';
import type { NodeId, TreeNode } from '../../ui/tree/tree-rows.ts';
import type { TreeSource } from '../../ui/tree/use-tree-pages.ts';

export interface FoundTree {
  /** Differs between results. */
  key: string;
  source: TreeSource;
  expanded: NodeId[];
}

/**
 * What a search found, as a tree that is open down to the hits. Scopes above that nobody may see are left out of the
 * answer, so a node whose parent is missing stands at the top. Below a hit the whole tree goes on.
 */
export function searchTree(
  found: readonly ScopeNode[],
  search: string,
  nodeOf: (scope: ScopeNode) => TreeNode,
  browse: TreeSource,
): FoundTree {
  const known = new Set(found.map(({ id }) => id));
  const children = new Map<number | null, ScopeNode[]>();
  for (const scope of found) {
    const parentId = scope.parentId !== null && known.has(scope.parentId) ? scope.parentId : null;
    children.set(parentId, [...(children.get(parentId) ?? []), scope]);
  }
  const inner = [...children.keys()].filter((id) => id !== null);
  const source: TreeSource = async (parentId, range, signal) => {
    const here = children.get(parentId === null ? null : Number(parentId));
    if (!here) return browse(parentId, range, signal);
    return { data: here.slice(range.offset, range.offset + range.limit).map(nodeOf), total: here.length };
  };
  return { key: `${search} ${[...known].join()}`, source, expanded: inner };
}
