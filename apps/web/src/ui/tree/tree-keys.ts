import { findByPrefix, type NodeId, parentIndex, type TreeRow } from './tree-rows.ts';

export type TreeCommand =
  | { kind: 'focus'; index: number }
  | { kind: 'expand' | 'collapse'; id: NodeId }
  | { kind: 'activate' | 'open'; index: number }
  | { kind: 'pick'; id: NodeId }
  | { kind: 'drop'; id: NodeId }
  | { kind: 'cancel' };

export interface TreeKey {
  key: string;
  /** Control, or Command on a Mac. */
  withControl: boolean;
  /** Letters typed in quick succession, including this key. */
  typed: string;
}

const pageRows = 10;

/**
 * The command for a key in a tree (WAI-ARIA Authoring Practices, tree view); undefined leaves the key to the browser.
 */
export function treeCommand(
  { key, withControl, typed }: TreeKey,
  rows: readonly TreeRow[],
  active: number,
): TreeCommand | undefined {
  const row = rows[active];
  if (!row) return undefined;
  const focus = (index: number): TreeCommand => ({
    kind: 'focus',
    index: Math.min(Math.max(index, 0), rows.length - 1),
  });
  const node = row.kind === 'node' ? row.node : undefined;
  if (withControl) {
    if (key.toLowerCase() === 'x' && node) return { kind: 'pick', id: node.id };
    return key.toLowerCase() === 'v' && node ? { kind: 'drop', id: node.id } : undefined;
  }
  switch (key) {
    case 'ArrowDown':
      return focus(active + 1);
    case 'ArrowUp':
      return focus(active - 1);
    case 'PageDown':
      return focus(active + pageRows);
    case 'PageUp':
      return focus(active - pageRows);
    case 'Home':
      return focus(0);
    case 'End':
      return focus(rows.length - 1);
    case 'ArrowRight':
      if (row.kind !== 'node' || !row.node.hasChildren) return undefined;
      return row.expanded ? focus(active + 1) : { kind: 'expand', id: row.node.id };
    case 'ArrowLeft': {
      if (row.kind === 'node' && row.expanded) return { kind: 'collapse', id: row.node.id };
      const parent = parentIndex(rows, active);
      return parent < 0 ? undefined : focus(parent);
    }
    case 'Enter':
      return { kind: 'open', index: active };
    case ' ':
      return { kind: 'activate', index: active };
    case 'Escape':
      return { kind: 'cancel' };
    default: {
      if ([...key].length !== 1) return undefined;
      const found = findByPrefix(rows, active, typed);
      return found < 0 ? undefined : focus(found);
    }
  }
}
