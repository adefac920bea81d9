import { Box } from '@mui/material';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { sizes } from '../theme/tokens.ts';
import { MoveBar } from './MoveBar.tsx';
import { TreeItem } from './TreeItem.tsx';
import { treeCommand } from './tree-keys.ts';
import { flattenTree, type NodeId, rowKey, type TreeRow } from './tree-rows.ts';
import { type TreeMove, useTreeMove } from './use-tree-move.ts';
import { type TreeSource, useTreePages } from './use-tree-pages.ts';

export interface TreeHandle {
  /** Loads the children of these parents again, after changes from outside. */
  reload: (parentIds: Iterable<NodeId | null>) => void;
  expand: (ids: Iterable<NodeId>) => void;
  /** Moves to this node as soon as it is loaded. */
  reveal: (id: NodeId) => void;
}

export interface TreePickerProps {
  ref?: Ref<TreeHandle>;
  /** Names the tree for screen readers. */
  label: string;
  /** Should be stable, for instance from `useCallback`. */
  source: TreeSource;
  selected: readonly NodeId[];
  onSelect: (ids: NodeId[]) => void;
  /** Called on Enter and on a double click; without it Enter selects. */
  onOpen?: (id: NodeId) => void;
  multiple?: boolean;
  /** Initially open nodes; their children load at once. */
  defaultExpanded?: readonly NodeId[];
  /** Makes nodes movable, by dragging and by cut and paste. Rejects with the reason if the move is refused. */
  onMove?: (move: TreeMove) => Promise<unknown>;
  /** Shown for a tree without nodes. */
  empty?: ReactNode;
  /** Children per call. */
  pageSize?: number;
  /** Maximum height of the visible part, in spacing units or as a length. */
  height?: number | string;
}

const rowHeight = sizes.unit * 4.25;
const typeAheadMs = 700;

/** Collects letters that are typed in quick succession. */
function useTypeAhead() {
  const typed = useRef({ text: '', atMs: 0 });
  return (key: string) => {
    const nowMs = performance.now();
    const text = nowMs - typed.current.atMs < typeAheadMs ? typed.current.text + key : key;
    if (key.length === 1) typed.current = { text, atMs: nowMs };
    return text;
  };
}

/** A tree of any size: only visible rows are rendered, and children load when their parent is opened. */
export function TreePicker(props: TreePickerProps) {
  const {
    ref,
    label,
    source,
    selected,
    onSelect,
    onOpen,
    multiple = false,
    defaultExpanded = [],
    onMove,
    empty = <EmptyState compact />,
    pageSize = 100,
    height = 45,
  } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { pages, loadMore, reload } = useTreePages(source, pageSize);
  const [expanded, setExpanded] = useState<ReadonlySet<NodeId>>(() => new Set(defaultExpanded));
  const [active, setActive] = useState({ key: '', index: 0 });
  const typeAhead = useTypeAhead();

  const rows = useMemo(() => flattenTree(pages, expanded), [pages, expanded]);
  const chosen = useMemo(() => new Set(selected), [selected]);
  const places = useMemo(() => new Map(rows.map((row, index) => [rowKey(row), index])), [rows]);
  // Rows above the active one appear and disappear while pages load: its key counts, and its index only if the row is
  // gone.
  const activeIndex = places.get(active.key) ?? Math.min(active.index, rows.length - 1);
  const activeRow = rows[activeIndex];
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const row = rows[index];
      return row ? rowKey(row) : index;
    },
    overscan: 8,
  });

  useEffect(() => {
    for (const row of rows) {
      if (row.kind === 'loading' && row.parentId !== null && !pages.has(row.parentId)) void loadMore(row.parentId);
    }
  }, [rows, pages, loadMore]);

  const mark = (index: number) => {
    const row = rows[index];
    setActive({ key: row ? rowKey(row) : '', index });
  };
  const focus = (index: number) => {
    mark(index);
    virtual.scrollToIndex(index);
  };
  const expand = (nodeId: NodeId) => setExpanded(new Set(expanded).add(nodeId));
  const collapse = (nodeId: NodeId) => {
    const next = new Set(expanded);
    next.delete(nodeId);
    setExpanded(next);
  };
  const reloadAround = (parentIds: Iterable<NodeId | null>) => {
    const wanted = new Set(parentIds);
    // The parents and their levels: each may have gained or lost its arrow.
    const levels = [...pages].filter(([, page]) => page.nodes.some((node) => wanted.has(node.id)));
    for (const parentId of new Set([...wanted, ...levels.map(([parentId]) => parentId)])) reload(parentId);
  };
  // A tree with an initial selection scrolls to it as soon as it is loaded; later choices are already in view.
  const [wanted, setWanted] = useState(selected.length === 1 ? selected[0] : undefined);
  useImperativeHandle(ref, () => ({
    reload: reloadAround,
    expand: (ids) => setExpanded((before) => new Set([...before, ...ids])),
    reveal: setWanted,
  }));
  const move = useTreeMove({ pages, onMove, onMoved: (from, to) => reloadAround([from, to]) });

  const wantedPlace = places.get(`node:${wanted}`);
  useEffect(() => {
    if (wanted === undefined || wantedPlace === undefined) return;
    setWanted(undefined);
    setActive({ key: `node:${wanted}`, index: wantedPlace });
    virtual.scrollToIndex(wantedPlace, { align: 'center' });
  }, [wanted, wantedPlace, virtual]);

  const activate = (row: TreeRow, index: number) => {
    if (row.kind === 'more' || row.kind === 'error') {
      // The first new row will have the index of this row.
      setActive({ key: '', index });
      void loadMore(row.parentId);
    }
    if (row.kind !== 'node' || row.node.disabled) return;
    const { id: nodeId } = row.node;
    setWanted(undefined);
    if (!multiple) onSelect([nodeId]);
    else onSelect(chosen.has(nodeId) ? selected.filter((each) => each !== nodeId) : [...selected, nodeId]);
  };

  const open = (row: TreeRow, index: number) => {
    if (onOpen && row.kind === 'node' && !row.node.disabled) onOpen(row.node.id);
    else activate(row, index);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const withControl = event.ctrlKey || event.metaKey;
    if (event.altKey) return;
    const command = treeCommand({ key: event.key, withControl, typed: typeAhead(event.key) }, rows, activeIndex);
    if (!command || (command.kind === 'cancel' && !move.picked)) return;
    event.preventDefault();
    event.stopPropagation();
    if (command.kind === 'focus') focus(command.index);
    else if (command.kind === 'expand') expand(command.id);
    else if (command.kind === 'collapse') collapse(command.id);
    else if (command.kind === 'activate' && activeRow) activate(activeRow, activeIndex);
    else if (command.kind === 'open' && activeRow) open(activeRow, activeIndex);
    else if (command.kind === 'pick') move.pick(command.id);
    else if (command.kind === 'drop') void move.drop(command.id);
    else if (command.kind === 'cancel') move.cancel();
  };

  const itemId = (row: TreeRow) => `${id}-${rowKey(row)}`;
  if (rows.length === 0) return empty;
  return (
    <Box
      sx={{ border: 1, borderColor: 'border.main', borderRadius: 1, bgcolor: 'background.paper', overflow: 'hidden' }}
    >
      <Box
        ref={scroller}
        role="tree"
        aria-label={label}
        aria-multiselectable={multiple}
        {...(activeRow ? { 'aria-activedescendant': itemId(activeRow) } : {})}
        tabIndex={0}
        onKeyDown={onKeyDown}
        sx={{
          maxHeight: (theme) => (typeof height === 'number' ? theme.spacing(height) : height),
          overflow: 'auto',
          p: 0.5,
          '&:focus-visible': { outline: 'none' },
        }}
      >
        <Box role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const nodeId = row.kind === 'node' ? row.node.id : null;
            return (
              <TreeItem
                key={item.key}
                id={itemId(row)}
                row={row}
                style={{
                  position: 'absolute',
                  insetInline: 0,
                  height: item.size,
                  transform: `translateY(${item.start}px)`,
                }}
                active={item.index === activeIndex}
                selected={nodeId !== null && chosen.has(nodeId)}
                multiple={multiple}
                picked={nodeId !== null && move.picked?.id === nodeId}
                target={nodeId !== null && move.target === nodeId}
                rowRef={nodeId === null ? undefined : move.rowRef(nodeId)}
                onActivate={() => {
                  mark(item.index);
                  activate(row, item.index);
                }}
                onOpen={() => onOpen && open(row, item.index)}
                onToggle={() => {
                  if (nodeId === null) return;
                  mark(item.index);
                  if (expanded.has(nodeId)) collapse(nodeId);
                  else expand(nodeId);
                }}
              />
            );
          })}
        </Box>
      </Box>
      {move.picked && (
        <MoveBar
          picked={move.picked}
          target={activeRow?.kind === 'node' ? activeRow.node : undefined}
          canDrop={move.canDrop}
          busy={move.busy}
          error={move.error}
          onDrop={(toParentId) => void move.drop(toParentId)}
          onCancel={move.cancel}
        />
      )}
    </Box>
  );
}
