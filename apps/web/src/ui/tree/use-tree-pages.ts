import { useCallback, useEffect, useRef, useState } from 'react';
import { type ChildPage, mergeChildPage, type NodeId, type TreeNode } from './tree-rows.ts';

/** Loads children of a node, or of the top level (`null`), a page at a time. */
export type TreeSource = (
  parentId: NodeId | null,
  range: { offset: number; limit: number },
  signal: AbortSignal,
) => Promise<{ data: readonly TreeNode[]; total: number }>;

type Pages = ReadonlyMap<NodeId | null, ChildPage>;

const emptyPage: ChildPage = { nodes: [], total: 0, status: 'ready' };

/** The loaded pages of a tree. `source` should be stable: another source starts again. */
export function useTreePages(source: TreeSource, pageSize: number) {
  const [pages, setPages] = useState<Pages>(new Map());
  const running = useRef(new Map<NodeId | null, AbortController>());

  const set = useCallback((parentId: NodeId | null, update: (page: ChildPage) => ChildPage) => {
    setPages((before) => new Map(before).set(parentId, update(before.get(parentId) ?? emptyPage)));
  }, []);

  /** Loads children from `offset` on, page by page, until `count` are loaded or the parent has no more. */
  const read = useCallback(
    async (parentId: NodeId | null, offset: number, count: number) => {
      running.current.get(parentId)?.abort();
      const controller = new AbortController();
      running.current.set(parentId, controller);
      // Reloaded children stay visible until the response arrives, so that nothing jumps.
      set(parentId, (page) => (offset === 0 && page.nodes.length > 0 ? page : { ...page, status: 'loading' }));
      try {
        const read: TreeNode[] = [];
        let total = Number.POSITIVE_INFINITY;
        while (read.length < count && offset + read.length < total) {
          const page = await source(parentId, { offset: offset + read.length, limit: pageSize }, controller.signal);
          for (const node of page.data) read.push(node);
          total = page.data.length === 0 ? offset + read.length : page.total;
        }
        if (controller.signal.aborted) return;
        setPages((before) => mergeChildPage(before, parentId, { offset, nodes: read, total }));
      } catch {
        if (!controller.signal.aborted) set(parentId, (page) => ({ ...page, status: 'error' }));
      }
    },
    [source, set, pageSize],
  );

  /** Loads the next children of a parent, or the first ones. */
  const loadMore = useCallback(
    (parentId: NodeId | null) => read(parentId, pages.get(parentId)?.nodes.length ?? 0, pageSize),
    [read, pages, pageSize],
  );

  /** Loads the children of a parent again, as many as before, after one was added or removed. */
  const reload = useCallback(
    (parentId: NodeId | null) => {
      const known = pages.get(parentId);
      if (known) read(parentId, 0, Math.max(pageSize, known.nodes.length));
    },
    [read, pages, pageSize],
  );

  useEffect(() => {
    const controllers = running.current;
    setPages(new Map());
    read(null, 0, pageSize);
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, [read, pageSize]);

  return { pages, loadMore, reload };
}
