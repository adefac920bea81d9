import type { ReactNode } from 'react';

export type NodeId = string | number;

export interface TreeNode {
  id: NodeId;
  label: string;
  /** Before the label; decoration. */
  icon?: ReactNode;
  /** Small grey text after the label. */
  detail?: string;
  /** At the right end of the row, such as a status or a star; keyboard users need another way to it. */
  end?: ReactNode;
  hasChildren: boolean;
  disabled?: boolean;
  /** Can neither be moved nor contain moved nodes. */
  fixed?: boolean;
  /** Only an ancestor of a match. */
  faint?: boolean;
}

/** The loaded first children of a parent; `null` is the top level. */
export interface ChildPage {
  nodes: readonly TreeNode[];
  total: number;
  status: 'loading' | 'ready' | 'error';
}

export type ChildPages = ReadonlyMap<NodeId | null, ChildPage>;

/**
 * Merges children of a parent that were loaded from `offset` on. A node has one parent: the newest response wins, and
 * its nodes are removed from their previous parent.
 */
export function mergeChildPage(
  pages: ChildPages,
  parentId: NodeId | null,
  read: { offset: number; nodes: readonly TreeNode[]; total: number },
): ChildPages {
  const arrived = new Set(read.nodes.map(({ id }) => id));
  const after = new Map<NodeId | null, ChildPage>();
  for (const [otherId, page] of pages) {
    const nodes = page.nodes.filter(({ id }) => !arrived.has(id));
    const gone = page.nodes.length - nodes.length;
    after.set(otherId, gone === 0 ? page : { ...page, nodes, total: page.total - gone });
  }
  const kept = pages.get(parentId)?.nodes.slice(0, read.offset) ?? [];
  const nodes = [...kept.filter(({ id }) => !arrived.has(id)), ...read.nodes];
  return after.set(parentId, { nodes, total: read.total, status: 'ready' });
}

export type TreeRow =
  | {
      kind: 'node';
      node: TreeNode;
      parentId: NodeId | null;
      depth: number;
      position: number;
      siblings: number;
      expanded: boolean;
    }
  | { kind: 'loading'; parentId: NodeId | null; depth: number }
  | { kind: 'error'; parentId: NodeId | null; depth: number }
  | { kind: 'more'; parentId: NodeId | null; depth: number; remaining: number };

/** The rows of an open tree in order. Iterative: a deep tree must not end in a stack overflow. */
export function flattenTree(pages: ChildPages, expanded: ReadonlySet<NodeId>): TreeRow[] {
  const rows: TreeRow[] = [];
  const open: { parentId: NodeId | null; depth: number; next: number }[] = [{ parentId: null, depth: 0, next: 0 }];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const page = pages.get(level.parentId);
    const node = page?.nodes[level.next];
    if (page && node) {
      level.next += 1;
      const isOpen = node.hasChildren && expanded.has(node.id);
      rows.push({
        kind: 'node',
        node,
        parentId: level.parentId,
        depth: level.depth,
        position: level.next,
        siblings: Math.max(page.total, page.nodes.length),
        expanded: isOpen,
      });
      if (isOpen) open.push({ parentId: node.id, depth: level.depth + 1, next: 0 });
      continue;
    }
    open.pop();
    const { parentId, depth } = level;
    if (!page || page.status === 'loading') rows.push({ kind: 'loading', parentId, depth });
    else if (page.status === 'error') rows.push({ kind: 'error', parentId, depth });
    else if (page.nodes.length < page.total) {
      rows.push({ kind: 'more', parentId, depth, remaining: page.total - page.nodes.length });
    }
  }
  return rows;
}

export const rowKey = (row: TreeRow) =>
  row.kind === 'node' ? `node:${row.node.id}` : `${row.kind}:${row.parentId ?? 'root'}`;

/** The parent is the nearest row above with a smaller depth. */
export function parentIndex(rows: readonly TreeRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  for (let candidate = index - 1; candidate >= 0; candidate -= 1) {
    if ((rows[candidate]?.depth ?? 0) < depth) return candidate;
  }
  return -1;
}

/**
 * Type-ahead: the next node after `from` whose label begins with the typed text; a repeated letter moves to the next
 * match.
 */
export function findByPrefix(rows: readonly TreeRow[], from: number, typed: string): number {
  const repeated = [...typed].every((letter) => letter === typed.charAt(0));
  const prefix = (repeated ? typed.charAt(0) : typed).toLocaleLowerCase();
  const start = repeated ? from + 1 : from;
  for (let step = 0; step < rows.length; step += 1) {
    const index = (start + step) % rows.length;
    const row = rows[index];
    if (row?.kind === 'node' && row.node.label.toLocaleLowerCase().startsWith(prefix)) return index;
  }
  return -1;
}

/** Whether `id` is in the subtree of `ancestorId`; a node cannot be moved into its own subtree. */
export function isInside(pages: ChildPages, id: NodeId | null, ancestorId: NodeId): boolean {
  const parents = new Map<NodeId, NodeId | null>();
  for (const [parentId, page] of pages) for (const node of page.nodes) parents.set(node.id, parentId);
  for (
    let current: NodeId | null | undefined = id;
    current !== null && current !== undefined;
    current = parents.get(current)
  ) {
    if (current === ancestorId) return true;
  }
  return false;
}
