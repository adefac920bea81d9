import { Box } from '@mui/material';
import { CornerDownLeft } from 'lucide-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { isPlainClick, useNavigation } from '../../ui/navigation/use-navigation.ts';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { HighlightedText } from '../../ui/value/HighlightedText.tsx';
import type { PaletteItem } from './palette-item.ts';

interface ResultOptionProps {
  id: string;
  item: PaletteItem;
  text: string;
  isActive: boolean;
  onPoint: (key: string) => void;
  onOpen: (item: PaletteItem, inTab?: boolean) => void;
}

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** A real link if it has a target, so that the middle button opens a tab. */
export function ResultOption({ id, item, text, isActive, onPoint, onOpen }: ResultOptionProps) {
  const { addressOf, prefetch } = useNavigation();
  const line = useRef<HTMLElement>(null);
  const path = 'path' in item.does ? item.does.path : undefined;
  useEffect(() => {
    if (!isActive) return;
    line.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);

  function onClick(event: MouseEvent) {
    if (path !== undefined && !isPlainClick(event)) return;
    event.preventDefault();
    onOpen(item);
  }

  const Icon = item.icon;
  return (
    <Box
      ref={line}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      {...(path === undefined ? { component: 'div' } : { component: 'a', href: addressOf(path) })}
      onClick={onClick}
      // Not on entering: a list that moves under a resting pointer must not change the selection.
      onMouseMove={() => {
        if (!isActive) onPoint(item.key);
        if (path !== undefined && !isActive) prefetch(path);
      }}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        mx: 1,
        px: 1,
        minHeight: (theme) => theme.spacing(5),
        py: 0.5,
        borderRadius: 0.75,
        cursor: 'pointer',
        color: 'text.primary',
        textDecoration: 'none',
        bgcolor: isActive ? 'primary.soft' : 'transparent',
        scrollMarginBlock: (theme) => theme.spacing(4),
        '& > svg': { flexShrink: 0, color: isActive ? 'primary.main' : 'text.secondary' },
      }}
    >
      <Icon aria-hidden size="1.125rem" strokeWidth={1.75} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ ...oneLine, fontWeight: 500 }}>
          <HighlightedText text={item.title} words={text} />
        </Box>
        {item.subtitle && (
          <Box sx={{ ...oneLine, typography: 'caption', color: 'text.secondary' }}>
            <HighlightedText text={item.subtitle} words={text} />
          </Box>
        )}
      </Box>
      {item.status && item.status !== 'unknown' && <StatusChip status={item.status} />}
      {isActive && <CornerDownLeft aria-hidden size="1rem" />}
    </Box>
  );
}
