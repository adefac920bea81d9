import { Box, Typography } from '@mui/material';
import type { TwinNode } from '@stellwerk/contract/twin-tree';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { SearchInput } from '../../ui/input/SearchInput.tsx';
import { TreePicker } from '../../ui/tree/TreePicker.tsx';
import type { NodeId, TreeNode } from '../../ui/tree/tree-rows.ts';
import { TwinIcon } from './TwinTitle.tsx';
import { filterQuery, isFiltered } from './twin-filter.ts';
import { useAncestorIds, useFoundTwins, useTwinTreeSource } from './twin-tree.queries.ts';

export type PickedTwin = Pick<TwinNode, 'id' | 'title' | 'type' | 'icon' | 'tenantId'>;

export interface TwinPickerProps {
  /** Names the tree for screen readers. */
  label: string;
  selected: readonly number[];
  /** Those that were chosen here; ids that came from outside keep standing in `selected` alone. */
  onSelect: (ids: number[], lastChosen: PickedTwin | undefined) => void;
  multiple?: boolean;
  /** Only twins of this account. */
  tenantId?: number | undefined;
  /** Can be seen but not chosen. */
  disabledIds?: readonly number[];
  /** Of the visible part, in units of the grid. */
  height?: number;
}

const noIds: readonly number[] = [];

/** Chooses twins: children load when their parent is opened, a search opens the ways to what it finds. */
export function TwinPicker(props: TwinPickerProps) {
  const { label, selected, onSelect, multiple = false, tenantId, disabledIds = noIds, height = 40 } = props;
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const [search, setSearch] = useState('');
  const known = useRef(new Map<NodeId, TwinNode>());
  const [start] = useState(selected.length === 1 ? selected[0] : undefined);
  const way = useAncestorIds(start);

  const nodeOf = useCallback(
    (node: TwinNode): TreeNode => {
      known.current.set(node.id, node);
      return {
        id: node.id,
        label: node.title,
        icon: <TwinIcon twin={node} />,
        detail: String(node.id),
        hasChildren: node.childCount > 0,
        disabled: disabledIds.includes(node.id),
      };
    },
    [disabledIds],
  );
  const browse = useTwinTreeSource(tenantId, nodeOf);
  const filter = useMemo(() => filterQuery({ search, filters: {}, tenantId }), [search, tenantId]);
  const { found, error, refetch } = useFoundTwins({ filter, browse, nodeOf });

  const tree = {
    label,
    selected,
    multiple,
    height,
    onSelect: (ids: NodeId[]) => {
      const chosen = ids.find((id) => !selected.some((each) => each === id)) ?? (multiple ? undefined : ids[0]);
      onSelect(ids.map(Number), chosen === undefined ? undefined : known.current.get(chosen));
    },
  };
  function content() {
    if (!isFiltered(filter)) {
      if (start !== undefined && way.isPending) return <Skeletons shape="block" height={20} />;
      return <TreePicker {...tree} source={browse} defaultExpanded={(way.data ?? []).filter((id) => id !== start)} />;
    }
    if (error) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
    if (!found) return <Skeletons shape="block" height={20} />;
    if (found.matchCount === 0) return <EmptyState compact variant="no-results" />;
    return (
      <>
        {/* Another result is another tree: what was open in the one before means nothing here. */}
        <TreePicker key={found.tree.key} {...tree} source={found.tree.source} defaultExpanded={found.tree.expanded} />
        {found.total > found.matchCount && (
          <Typography variant="caption" color="textSecondary">
            {t('tree.firstMatches', { shown: found.matchCount, total: formats.number(found.total) })}
          </Typography>
        )}
      </>
    );
  }

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      <SearchInput
        value={search}
        onChange={setSearch}
        label={t('picker.search')}
        placeholder={t('search')}
        slashFocuses={false}
      />
      {content()}
    </Box>
  );
}
