import { Box, Typography } from '@mui/material';
import type { TwinNode } from '@stellwerk/contract/twin-tree';
import { type ReactNode, type RefObject, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { failureOf } from '../../ui/feedback/failure.ts';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { type TreeHandle, TreePicker } from '../../ui/tree/TreePicker.tsx';
import type { NodeId, TreeNode } from '../../ui/tree/tree-rows.ts';
import type { TreeMove } from '../../ui/tree/use-tree-move.ts';
import { StarButton } from '../favourites/index.ts';
import { TwinMarks } from './TwinMarks.tsx';
import { TwinIcon } from './TwinTitle.tsx';
import { useTwinActions } from './twin.queries.ts';
import { type filterQuery, isFiltered } from './twin-filter.ts';
import { useAncestorIds, useFoundTwins, useTwinTreeSource } from './twin-tree.queries.ts';

export interface TwinTreeProps {
  tree: RefObject<TreeHandle | null>;
  /** Should be stable. */
  filter: ReturnType<typeof filterQuery>;
  selectedId: number | undefined;
  /** Where the tree begins; what is chosen later is in view already. */
  openTo: number | undefined;
  onSelect: (id: number) => void;
  onOpen: (id: number) => void;
  height: string;
  empty: ReactNode;
}

/** Moves a twin and offers to take it back. */
function useMove(tree: RefObject<TreeHandle | null>, known: RefObject<Map<NodeId, TwinNode>>) {
  const { t } = useTranslation('twins');
  const { update } = useTwinActions();
  return useCallback(
    async ({ id, toParentId }: TreeMove) => {
      const node = known.current.get(id);
      const from = node?.parentId ?? null;
      const to = toParentId === null ? null : Number(toParentId);
      const undo = async () => {
        try {
          await update({ id: Number(id), parentId: from });
          tree.current?.reload([from, to]);
        } catch (error) {
          showToast({ status: 'error', message: failureOf(error).message ?? t('move.undoFailed') });
        }
      };
      await update({ id: Number(id), parentId: to });
      const target = to === null ? t('place.topShort') : (known.current.get(to)?.title ?? '');
      showToast({ message: t('move.done', { title: node?.title ?? '', target }), undo: () => void undo() });
    },
    [t, update, tree, known],
  );
}

/** Every twin that the reader may see, in its place; moved by dragging and by the keyboard. */
export function TwinTree(props: TwinTreeProps) {
  const { tree, filter, selectedId, openTo, onSelect, onOpen, height, empty } = props;
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const known = useRef(new Map<NodeId, TwinNode>());
  const move = useMove(tree, known);
  const way = useAncestorIds(openTo);

  const nodeOf = useCallback(
    (node: TwinNode): TreeNode => {
      known.current.set(node.id, node);
      return {
        id: node.id,
        label: node.title,
        icon: <TwinIcon twin={node} />,
        detail: String(node.id),
        end: (
          <>
            <TwinMarks twin={node} />
            <StarButton
              type="twin"
              object={node}
              isFocusable={false}
              onChanged={() => tree.current?.reload([node.parentId])}
            />
          </>
        ),
        hasChildren: node.childCount > 0,
        fixed: !node.abilities.update,
      };
    },
    [tree],
  );
  const browse = useTwinTreeSource(filter.tenantId, nodeOf);
  const { found, error, refetch } = useFoundTwins({ filter, browse, nodeOf });

  const shared = {
    ref: tree,
    label: t('title'),
    selected: selectedId === undefined ? [] : [selectedId],
    onSelect: ([id]: NodeId[]) => id !== undefined && onSelect(Number(id)),
    onOpen: (id: NodeId) => onOpen(Number(id)),
    onMove: move,
    height,
  };
  if (!isFiltered(filter)) {
    if (openTo !== undefined && way.isPending) return <Skeletons shape="block" />;
    const expanded = (way.data ?? []).filter((id) => id !== openTo);
    return <TreePicker key={filter.tenantId} {...shared} source={browse} defaultExpanded={expanded} empty={empty} />;
  }
  if (error) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!found) return <Skeletons shape="block" />;
  if (found.matchCount === 0) return <EmptyState compact variant="no-results" />;
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <TreePicker key={found.tree.key} {...shared} source={found.tree.source} defaultExpanded={found.tree.expanded} />
      <Typography role="status" variant="caption" color="textSecondary">
        {found.total > found.matchCount
          ? t('tree.firstMatches', { shown: found.matchCount, total: formats.number(found.total) })
          : t('tree.matches', { count: found.matchCount })}
      </Typography>
    </Box>
  );
}
