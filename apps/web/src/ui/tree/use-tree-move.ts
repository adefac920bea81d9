import { type DragEvent, useState } from 'react';
import { type ChildPages, isInside, type NodeId, type TreeNode } from './tree-rows.ts';

export interface TreeMove {
  id: NodeId;
  /** Null moves to the top level. */
  toParentId: NodeId | null;
}

interface UseTreeMoveOptions {
  pages: ChildPages;
  onMove: ((move: TreeMove) => Promise<unknown>) | undefined;
  onMoved: (fromParentId: NodeId | null, toParentId: NodeId | null) => void;
}

function find(pages: ChildPages, id: NodeId): { node: TreeNode; parentId: NodeId | null } | undefined {
  for (const [parentId, page] of pages) {
    const node = page.nodes.find((candidate) => candidate.id === id);
    if (node) return { node, parentId };
  }
  return undefined;
}

/** Moving by dragging, and by cut and paste for those who can't or don't want to drag. */
export function useTreeMove({ pages, onMove, onMoved }: UseTreeMoveOptions) {
  const [picked, setPicked] = useState<NodeId | null>(null);
  const [target, setTarget] = useState<NodeId | null>(null);
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const found = picked === null ? undefined : find(pages, picked);

  /** Not into itself, not below itself, not to where it already is, and only where others may be put. */
  const canDrop = (toParentId: NodeId | null) =>
    found !== undefined &&
    found.parentId !== toParentId &&
    !isInside(pages, toParentId, found.node.id) &&
    !(toParentId !== null && find(pages, toParentId)?.node.fixed);

  const pick = (id: NodeId) => {
    if (!onMove || find(pages, id)?.node.fixed) return;
    setError(undefined);
    setPicked(id);
  };
  const cancel = () => {
    setPicked(null);
    setTarget(null);
  };
  const drop = async (toParentId: NodeId | null) => {
    setTarget(null);
    if (!onMove || !found || busy || !canDrop(toParentId)) return;
    setBusy(true);
    try {
      await onMove({ id: found.node.id, toParentId });
      onMoved(found.parentId, toParentId);
      setPicked(null);
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(false);
    }
  };

  const drag = (id: NodeId) => ({
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', String(id));
      pick(id);
    },
    onDragOver: (event: DragEvent) => {
      if (!canDrop(id)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setTarget(id);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      void drop(id);
    },
  });

  return {
    picked: found?.node,
    target,
    error,
    busy,
    canDrop,
    pick,
    drop,
    cancel,
    drag,
    isEnabled: onMove !== undefined,
  };
}
