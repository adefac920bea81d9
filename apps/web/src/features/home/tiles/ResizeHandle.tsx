import { ButtonBase, Tooltip } from '@mui/material';
import type { FavouriteSize } from '@stellwerk/contract/favourite';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePointerDrag } from '../../../ui/drag/use-pointer-drag.ts';
import { shownSize, sizeAfter, sizeAt } from './tile-size.ts';

interface ResizeHandleProps {
  title: string;
  size: FavouriteSize;
  sizes: readonly FavouriteSize[];
  onSize: (size: FavouriteSize) => void;
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Measured at the start of the drag, because the tile may move while it grows. */
interface Start {
  widthPx: number;
  columnPx: number;
  rowPx: number;
}

function ruleFromTemplate(tile: HTMLElement): Start {
  const grid = tile.parentElement ?? tile;
  const columns = getComputedStyle(grid).gridTemplateColumns.split(' ').length;
  return { widthPx: tile.offsetWidth, columnPx: grid.offsetWidth / columns, rowPx: grid.offsetWidth };
}

/** The corner of a tile, moved by dragging or by the arrow keys. */
export function ResizeHandle({ title, size, sizes, onSize }: ResizeHandleProps) {
  const { t } = useTranslation('home');
  const start = useRef<Start>(undefined);
  const shown = shownSize(size, sizes);
  // Keys and pointer moves may follow each other before the tile renders again.
  const asked = useRef(shown);
  useEffect(() => {
    asked.current = shown;
  }, [shown]);

  function ask(next: FavouriteSize): void {
    if (next === asked.current) return;
    asked.current = next;
    onSize(next);
  }
  const { isPointerDragging, pointerDragProps } = usePointerDrag({
    onStart: (event) => {
      const tile = event.currentTarget.closest('li');
      if (tile) start.current = ruleFromTemplate(tile);
      return tile !== null;
    },
    onMove: ({ x }) => {
      if (start.current) ask(sizeAt(start.current.widthPx + x, start.current, sizes));
    },
  });
  function step(event: KeyboardEvent): void {
    const direction = steps[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    ask(sizeAfter(asked.current, direction, sizes));
  }

  return (
    <Tooltip title={t('resize.hint')}>
      <ButtonBase
        className="tile-tool"
        aria-label={t('resize.label', { title, size: t(`size.${shown}`) })}
        {...pointerDragProps}
        onKeyDown={step}
        sx={{
          position: 'absolute',
          right: 0,
          bottom: 0,
          zIndex: 2,
          width: (theme) => theme.spacing(3),
          height: (theme) => theme.spacing(3),
          cursor: 'ew-resize',
          touchAction: 'none',
          borderRadius: 0.75,
          '&::after': {
            content: '""',
            position: 'absolute',
            right: (theme) => theme.spacing(0.625),
            bottom: (theme) => theme.spacing(0.625),
            width: (theme) => theme.spacing(1),
            height: (theme) => theme.spacing(1),
            borderRight: 2,
            borderBottom: 2,
            borderColor: isPointerDragging ? 'primary.main' : 'border.strong',
            borderBottomRightRadius: 4,
          },
        }}
      />
    </Tooltip>
  );
}
