import { maxPageSize } from '@stellwerk/contract/core/envelope';
import { listTwinChildren, readPartialTree, type TwinNode } from '@stellwerk/contract/twin-tree';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type CallInput, call } from '../../lib/api.ts';
import { type SearchResultTree, searchResultTree } from '../../ui/tree/search-result-tree.ts';
import type { TreeNode } from '../../ui/tree/tree-rows.ts';
import type { TreeSource } from '../../ui/tree/use-tree-pages.ts';
import { type filterQuery, isFiltered } from './twin-filter.ts';

type TreeQuery = CallInput<typeof readPartialTree>['query'];

const readTree = (query: TreeQuery, signal: AbortSignal) => call(readPartialTree, { query }, { signal });

/** The whole tree, level by level; the tree itself keeps what it has loaded. */
export function useTwinTreeSource(tenantId: number | undefined, nodeOf: (node: TwinNode) => TreeNode): TreeSource {
  return useCallback<TreeSource>(
    async (parentId, { offset, limit }, signal) => {
      const range = { offset, limit: Math.min(limit, maxPageSize) };
      if (parentId === null) {
        const { nodes, total } = (await readTree({ tenantId, ...range }, signal)).data;
        return { data: nodes.map(nodeOf), total };
      }
      const page = await call(listTwinChildren, { params: { id: Number(parentId) }, query: range }, { signal });
      return { data: page.data.map(nodeOf), total: page.total };
    },
    [tenantId, nodeOf],
  );
}

/** The ids on the way down to a twin, which have to be open for it to be seen. */
export function useAncestorIds(twinId: number | undefined) {
  return useQuery({
    queryKey: ['twins', 'way', twinId],
    queryFn: async ({ signal }) => (await readTree({ openTo: twinId }, signal)).data.nodes.map(({ id }) => id),
    enabled: twinId !== undefined,
    retry: false,
  });
}

interface FoundTreeOptions {
  filter: ReturnType<typeof filterQuery>;
  browse: TreeSource;
  nodeOf: (node: TwinNode) => TreeNode;
}

export interface FoundTwins {
  tree: SearchResultTree;
  matchCount: number;
  total: number;
}

/** What fits search and filters, with the ways down to it. */
export function useFoundTwins({ filter, browse, nodeOf }: FoundTreeOptions) {
  const query = useQuery({
    queryKey: ['twins', 'found', filter],
    queryFn: async ({ signal }) => (await readTree({ ...filter, limit: maxPageSize }, signal)).data,
    enabled: isFiltered(filter),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const found = useMemo((): FoundTwins | undefined => {
    if (!data) return undefined;
    const matches = new Set(data.matches);
    const tree = searchResultTree({
      found: data.nodes,
      query: JSON.stringify(filter),
      nodeOf: (node) => ({ ...nodeOf(node), faint: !matches.has(node.id) }),
      browse,
    });
    return { tree, matchCount: data.matches.length, total: data.total };
  }, [data, filter, nodeOf, browse]);
  return { ...query, found };
}
