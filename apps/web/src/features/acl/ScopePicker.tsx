import { Box } from '@mui/material';
import type { ScopeNode } from '@stellwerk/contract/access';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { SearchInput } from '../../ui/input/SearchInput.tsx';
import { searchResultTree } from '../../ui/tree/search-result-tree.ts';
import { TreePicker } from '../../ui/tree/TreePicker.tsx';
import type { NodeId, TreeNode } from '../../ui/tree/tree-rows.ts';
import type { TreeSource } from '../../ui/tree/use-tree-pages.ts';
import { loadScopeChildren, usePartialTree } from './acl.queries.ts';

export interface PickedScope {
  id: number;
  name: string;
}

export interface ScopePickerProps {
  /** Name of the tree for screen readers. */
  label: string;
  value: number | undefined;
  onChange: (scope: PickedScope) => void;
  /** The tree opens at the scope of this account, otherwise at the chosen one. */
  tenantId?: number | undefined;
  /** Visible but not selectable, for instance because they are already in a list. */
  disabledIds?: readonly number[];
  /** Height of the visible part, in spacing units. */
  height?: number;
}

const noIds: readonly number[] = [];

/** Chooses a scope: children load when their parent is opened, and the search shows matches with their ancestors. */
export function ScopePicker({ label, value, onChange, tenantId, disabledIds = noIds, height = 40 }: ScopePickerProps) {
  const { t } = useTranslation('acl');
  const [search, setSearch] = useState('');
  const names = useRef(new Map<NodeId, string>());
  const start = value ?? tenantId;
  const wayQuery = value === undefined ? { tenantId } : { scopeId: value };
  const [openAt] = useState(wayQuery);
  const way = usePartialTree(openAt, start !== undefined);
  const hits = usePartialTree({ search }, search !== '');

  const nodeOf = useCallback(
    (scope: ScopeNode): TreeNode => {
      names.current.set(scope.id, scope.name);
      return {
        id: scope.id,
        label: scope.name,
        hasChildren: scope.hasChildren,
        disabled: disabledIds.includes(scope.id),
        // The scope of an account has the account's name; only inner scopes show their account.
        ...(scope.tenantName && scope.tenantName !== scope.name ? { detail: scope.tenantName } : {}),
      };
    },
    [disabledIds],
  );
  const browse = useCallback<TreeSource>(
    async (parentId, range, signal) => {
      const scopeId = parentId === null ? undefined : Number(parentId);
      const page = await loadScopeChildren({ scopeId, ...range }, signal);
      return { data: page.data.map(nodeOf), total: page.total };
    },
    [nodeOf],
  );
  const found = useMemo(
    () => (hits.data ? searchResultTree({ found: hits.data, query: search, nodeOf, browse }) : undefined),
    [hits.data, search, nodeOf, browse],
  );

  const tree = {
    label,
    selected: value === undefined ? [] : [value],
    onSelect: ([id]: NodeId[]) => id !== undefined && onChange({ id: Number(id), name: names.current.get(id) ?? '' }),
    height,
  };
  function content() {
    if (search === '') {
      if (start !== undefined && way.isPending) return <Skeletons shape="block" height={20} />;
      // The ancestors of the chosen scope; for an account also its direct children.
      const expanded = (way.data ?? []).map(({ id }) => id).filter((id) => id !== value);
      return <TreePicker {...tree} source={browse} defaultExpanded={expanded} />;
    }
    if (hits.error) return <ErrorState compact error={hits.error} onRetry={() => void hits.refetch()} />;
    if (!found) return <Skeletons shape="block" height={20} />;
    if (found.expanded.length === 0 && hits.data?.length === 0) return <EmptyState compact variant="no-results" />;
    // A new result mounts a new tree, because open nodes of the previous one are meaningless.
    return <TreePicker key={found.key} {...tree} source={found.source} defaultExpanded={found.expanded} />;
  }

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      <SearchInput
        value={search}
        onChange={setSearch}
        label={t('scope.search')}
        placeholder={t('scope.search')}
        slashFocuses={false}
      />
      {content()}
    </Box>
  );
}
