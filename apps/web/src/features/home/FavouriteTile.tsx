import { Box } from '@mui/material';
import type { Favourite, FavouriteSize } from '@stellwerk/contract/favourite';
import { ArrowLeft, ArrowRight, Maximize2, Minimize2, StarOff } from 'lucide-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderHandle } from '../../ui/order/use-reorder.ts';
import type { PageAction } from '../../ui/page/actions.ts';
import { ResizeHandle } from './tiles/ResizeHandle.tsx';
import { TileFrame } from './tiles/TileFrame.tsx';
import { renderTile } from './tiles/tile-kinds.tsx';

interface FavouriteTileProps {
  favourite: Favourite;
  tileRef: Ref<HTMLLIElement>;
  handle: OrderHandle;
  isDragged: boolean;
  onSize: (size: FavouriteSize) => void;
  /** Undefined for the first and the last tile. */
  onForward: (() => void) | undefined;
  onBack: (() => void) | undefined;
  onRemove: () => void;
}

/** On the widest screens a large tile does not take the full width, because long lines are hard to read. */
const columns: Record<FavouriteSize, object> = {
  small: {},
  medium: { gridColumn: 'span 2' },
  large: { gridColumn: { xs: '1 / -1', xl: 'span 4' } },
};

export function FavouriteTile(props: FavouriteTileProps) {
  const { favourite, tileRef, handle, isDragged, onSize, onForward, onBack, onRemove } = props;
  const { t } = useTranslation('home');
  const { title } = favourite.object;
  const { size, sizes, body, ...frame } = renderTile(favourite.type, favourite.object, favourite.size);
  const actions: PageAction[] = [
    ...sizes
      .filter((each) => each !== size)
      .map((each) => ({
        label: t(`action.${each}`),
        icon: sizes.indexOf(each) > sizes.indexOf(size) ? Maximize2 : Minimize2,
        onClick: () => onSize(each),
      })),
    ...(onForward ? [{ label: t('action.forward'), icon: ArrowLeft, onClick: onForward }] : []),
    ...(onBack ? [{ label: t('action.back'), icon: ArrowRight, onClick: onBack }] : []),
    { label: t('action.remove'), icon: StarOff, onClick: onRemove },
  ];
  return (
    <Box component="li" ref={tileRef} data-size={size} sx={{ minWidth: 0, ...columns[size] }}>
      <TileFrame
        {...frame}
        title={title}
        type={t(`type.${favourite.type}`)}
        handle={handle}
        isDragged={isDragged}
        actions={actions}
        corner={<ResizeHandle title={title} size={size} sizes={sizes} onSize={onSize} />}
      >
        {body}
      </TileFrame>
    </Box>
  );
}
