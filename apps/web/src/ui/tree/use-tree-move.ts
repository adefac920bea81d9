import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { createDragRefs, DragEnd, DragId } from '../drag/drag.ts';
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

/** Moves nodes by dragging with mouse or finger, and by cut and paste with keys or buttons. */
export function useTreeMove({ pages, onMove, onMoved }: UseTreeMoveOptions) {
  const tree = useId();
  const [refs, setRefs] = useState<ReturnType<typeof createDragRefs>>();
  const [picked, setPicked] = useState<NodeId | null>(null);
  const [target, setTarget] = useState<NodeId | null>(null);
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  /** Not into its own subtree, not to its current parent, and only into nodes that accept others. */
  const canDrop = (toParentId: NodeId | null, id = picked) => {
    const found = id === null ? undefined : find(pages, id);
    return (
      found !== undefined &&
      found.parentId !== toParentId &&
      !isInside(pages, toParentId, found.node.id) &&
      !(toParentId !== null && find(pages, toParentId)?.node.fixed)
    );
  };

  const isMovable = (id: NodeId) => onMove !== undefined && !find(pages, id)?.node.fixed;
  const pick = (id: NodeId) => {
    if (!isMovable(id)) return;
    setError(undefined);
    setPicked(id);
  };
  const cancel = () => {
    setPicked(null);
    setTarget(null);
  };
  const drop = async (toParentId: NodeId | null, id = picked) => {
    setTarget(null);
    const found = id === null ? undefined : find(pages, id);
    if (!onMove || !found || busy || !canDrop(toParentId, id)) return;
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

  const startDrag = useEffectEvent(pick);
  const dragOver = useEffectEvent((id: DragId, overId: DragId | undefined) =>
    setTarget(overId !== undefined && canDrop(overId, id) ? overId : null),
  );
  const endDrag = useEffectEvent((id: DragId, { isCanceled, overId }: DragEnd) => {
    if (isCanceled || overId === undefined || !canDrop(overId, id)) return cancel();
    pick(id);
    void drop(overId, id);
  });
  const isEnabled = onMove !== undefined;
  useEffect(() => {
    if (!isEnabled) return;
    let stop: (() => void) | undefined = () => {};
    // Most trees only offer a choice, so that the drag library is loaded only for movable nodes.
    void import('../drag/drag.ts').then(({ createDragRefs, listenToDrags }) => {
      if (!stop) return;
      setRefs(createDragRefs(tree));
      stop = listenToDrags(tree, {
        onStart: (id) => startDrag(id),
        onOver: (id, overId) => dragOver(id, overId),
        onEnd: (id, end) => endDrag(id, end),
      });
    });
    return () => {
      stop?.();
      stop = undefined;
    };
  }, [tree, isEnabled]);

  return {
    picked: picked === null ? undefined : find(pages, picked)?.node,
    target,
    error,
    busy,
    canDrop,
    pick,
    drop,
    cancel,
    rowRef: (id: NodeId) => (isMovable(id) ? refs?.rowRef(id) : refs?.targetRef(id)),
  };
}
