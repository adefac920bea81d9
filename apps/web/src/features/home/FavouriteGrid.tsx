import { Box } from '@mui/material';
import type { Favourite } from '@stellwerk/contract/favourite';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../ui/feedback/failure.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useFavouriteActions } from '../twins/index.ts';
import { FavouriteTile } from './FavouriteTile.tsx';

/** Tiles in the user's own order; dragged, or moved by their menus. */
export function FavouriteGrid({ favourites }: { favourites: readonly Favourite[] }) {
  const { t } = useTranslation('home');
  const { change, remove } = useFavouriteActions();
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();

  const attempt = (work: Promise<unknown>) =>
    void work.catch((error: unknown) =>
      showToast({ status: 'error', message: failureOf(error).message ?? t('failed') }),
    );
  const moveTo = (id: number, position: number) => attempt(change({ id, position }));
  const stop = () => {
    setDragged(undefined);
    setOver(undefined);
  };

  const dragOf = ({ id }: Favourite, index: number) => ({
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', String(id));
      setDragged(id);
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined || dragged === id) return;
      event.preventDefault();
      setOver(id);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== undefined && dragged !== id) moveTo(dragged, index);
      stop();
    },
    onDragEnd: stop,
  });

  return (
    <Box
      component="ul"
      aria-label={t('favourites')}
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(14rem, 1fr))' },
        gridAutoFlow: 'row',
        alignItems: 'stretch',
        m: 0,
        p: 0,
        listStyle: 'none',
      }}
    >
      {favourites.map((favourite, index) => (
        <FavouriteTile
          key={favourite.id}
          favourite={favourite}
          isTarget={over === favourite.id}
          drag={dragOf(favourite, index)}
          onSize={(size) => attempt(change({ id: favourite.id, size }))}
          onForward={index > 0 ? () => moveTo(favourite.id, index - 1) : undefined}
          onBack={index < favourites.length - 1 ? () => moveTo(favourite.id, index + 1) : undefined}
          onRemove={() => attempt(remove(favourite.id))}
        />
      ))}
    </Box>
  );
}
