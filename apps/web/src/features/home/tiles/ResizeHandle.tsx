import { ButtonBase, Tooltip } from '@mui/material';
import type { FavouriteSize } from '@stellwerk/contract/favourite';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownSize, sizeAfter, sizeAt } from './tile-size.ts';

interface ResizeHandleProps {
  title: string;
  size: FavouriteSize;
  sizes: readonly FavouriteSize[];
  onSize: (size: FavouriteSize) => void;
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
/** Where a pull began; the tile may move while it grows, so that only the way of the pointer counts. */
interface Pull {
  fromPx: number;
  widthPx: number;
  columnPx: number;
  rowPx: number;
}

function pullFrom(tile: HTMLElement, fromPx: number): Pull {
  const grid = tile.parentElement ?? tile;
  const columns = getComputedStyle(grid).gridTemplateColumns.split(' ').length;
  return { fromPx, widthPx: tile.offsetWidth, columnPx: grid.offsetWidth / columns, rowPx: grid.offsetWidth };
}

/** The corner of a tile: pulled with mouse or finger, or moved by the arrow keys. */
export function ResizeHandle({ title, size, sizes, onSize }: ResizeHandleProps) {
  const { t } = useTranslation('home');
  const [pull, setPull] = useState<Pull>();
  const shown = shownSize(size, sizes);
  // Keys and moves may follow each other before the tile is drawn anew.
  const asked = useRef(shown);
  useEffect(() => {
    asked.current = shown;
  }, [shown]);

  function ask(next: FavouriteSize): void {
    if (next === asked.current) return;
    asked.current = next;
    onSize(next);
  }
  function begin(event: PointerEvent<HTMLElement>): void {
    const tile = event.button === 0 ? event.currentTarget.closest('li') : null;
    if (!tile) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setPull(pullFrom(tile, event.clientX));
  }
  function follow(event: PointerEvent): void {
    if (!pull) return;
    ask(sizeAt(pull.widthPx + event.clientX - pull.fromPx, pull, sizes));
  }
  const end = () => setPull(undefined);
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
        onPointerDown={begin}
        onPointerMove={follow}
        onPointerUp={end}
        onPointerCancel={end}
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
            borderColor: pull ? 'primary.main' : 'border.strong',
            borderBottomRightRadius: 4,
          },
        }}
      />
    </Tooltip>
  );
}
