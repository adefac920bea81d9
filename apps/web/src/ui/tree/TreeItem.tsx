import { Box, CircularProgress } from '@mui/material';
import { ChevronRight, CircleAlert } from 'lucide-react';
import type { CSSProperties, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ChoiceMark } from '../status/ChoiceMark.tsx';
import type { TreeRow } from './tree-rows.ts';

export interface TreeItemProps {
  id: string;
  row: TreeRow;
  style: CSSProperties;
  active: boolean;
  selected: boolean;
  /** Shows boxes, because several can be chosen. */
  multiple: boolean;
  /** The node is being moved. */
  picked: boolean;
  /** A dragged node hovers here. */
  target: boolean;
  /** Makes the row draggable and a drop target. */
  rowRef: Ref<HTMLElement> | undefined;
  onActivate: () => void;
  /** Called on a double click. */
  onOpen: () => void;
  onToggle: () => void;
}

function Content({ row, selected, multiple, onToggle }: TreeItemProps) {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  if (row.kind === 'loading') {
    return (
      <>
        <CircularProgress size="0.875rem" aria-hidden />
        <Box component="span" sx={{ color: 'text.muted' }}>
          {t('loading')}
        </Box>
      </>
    );
  }
  if (row.kind === 'error') {
    return (
      <Box component="span" sx={{ color: 'error.main', display: 'flex', gap: 1, alignItems: 'center' }}>
        <CircleAlert size="1rem" aria-hidden />
        {t('tree.failed')}
      </Box>
    );
  }
  if (row.kind === 'more') {
    return (
      <Box component="span" sx={{ color: 'primary.main', fontWeight: 500 }}>
        {t('tree.more', { count: row.remaining, number: formats.number(row.remaining) })}
      </Box>
    );
  }
  const { label, icon, detail, end, hasChildren, faint } = row.node;
  return (
    <>
      <Box
        aria-hidden
        onClick={(event) => {
          event.stopPropagation();
          if (hasChildren) onToggle();
        }}
        sx={{
          display: 'grid',
          placeItems: 'center',
          alignSelf: 'stretch',
          width: (theme) => theme.spacing(3),
          flexShrink: 0,
          color: 'text.secondary',
          visibility: hasChildren ? 'visible' : 'hidden',
          '& > svg': { transition: 'transform 120ms', transform: row.expanded ? 'rotate(90deg)' : 'none' },
        }}
      >
        <ChevronRight size="1rem" />
      </Box>
      {multiple && <ChoiceMark checked={selected} />}
      {icon}
      <Box
        component="span"
        sx={{
          ml: multiple || icon ? 0.5 : 0,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          ...(faint && !selected ? { color: 'text.secondary' } : {}),
        }}
      >
        {label}
      </Box>
      {detail && (
        <Box
          component="span"
          sx={{
            ml: 0.5,
            color: selected ? 'text.secondary' : 'text.muted',
            typography: 'caption',
            whiteSpace: 'nowrap',
          }}
        >
          {detail}
        </Box>
      )}
      {end && <Box sx={{ ml: 'auto', display: 'flex', alignItems: 'center', flexShrink: 0 }}>{end}</Box>}
    </>
  );
}

export function TreeItem(props: TreeItemProps) {
  const { id, row, style, active, selected, multiple, picked, target, rowRef } = props;
  const isNode = row.kind === 'node';
  return (
    <Box
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      {...(isNode ? { 'aria-posinset': row.position, 'aria-setsize': row.siblings } : {})}
      {...(isNode && row.node.hasChildren ? { 'aria-expanded': row.expanded } : {})}
      {...(isNode ? { 'aria-selected': selected, 'aria-disabled': row.node.disabled ?? false } : {})}
      {...(isNode && multiple ? { 'aria-checked': selected } : {})}
      style={style}
      {...(rowRef ? { ref: rowRef } : {})}
      onClick={props.onActivate}
      onDoubleClick={props.onOpen}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        pr: 1,
        pl: (theme) => theme.spacing(0.5 + row.depth * 2.5 + (isNode ? 0 : 3)),
        borderRadius: 0.75,
        cursor: 'pointer',
        typography: 'body1',
        userSelect: 'none',
        ...(isNode && row.node.disabled ? { color: 'text.muted', cursor: 'default' } : {}),
        '&:hover': { bgcolor: 'background.raised' },
        ...(selected ? { '&, &:hover': { bgcolor: 'primary.soft', color: 'primary.main' } } : {}),
        ...(target ? { '&, &:hover': { bgcolor: 'info.soft' } } : {}),
        ...(picked ? { fontStyle: 'italic', border: 1, borderStyle: 'dashed', borderColor: 'border.strong' } : {}),
        ...(active
          ? {
              '[role="tree"]:focus-visible &': {
                outline: 2,
                outlineStyle: 'solid',
                outlineColor: 'primary.main',
                outlineOffset: '-2px',
              },
            }
          : {}),
      }}
    >
      <Content {...props} />
    </Box>
  );
}
