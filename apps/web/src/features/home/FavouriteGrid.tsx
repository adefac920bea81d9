import { Box } from '@mui/material';
import type { Favourite } from '@stellwerk/contract/favourite';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../ui/feedback/failure.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useReorder } from '../../ui/order/use-reorder.ts';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { useFavouriteActions } from '../favourites/index.ts';
import { FavouriteTile } from './FavouriteTile.tsx';

/** Two columns on a phone. */
const gridColumns = {
  xs: 'repeat(2, minmax(0, 1fr))',
  sm: 'repeat(3, minmax(0, 1fr))',
  lg: 'repeat(4, minmax(0, 1fr))',
  xl: 'repeat(6, minmax(0, 1fr))',
};

/** Tiles in the user's own order; moved by their handles, by keys or by their menus. */
export function FavouriteGrid({ favourites }: { favourites: readonly Favourite[] }) {
  const { t } = useTranslation('home');
  const { change, remove, restore } = useFavouriteActions();
  const [said, setSaid] = useState('');
  const byId = new Map(favourites.map((favourite) => [favourite.id, favourite]));
  const ids = favourites.map(({ id }) => id);

  const attempt = (work: Promise<unknown>) =>
    work.catch((error: unknown) => showToast({ status: 'error', message: failureOf(error).message ?? t('failed') }));

  function moveTo(id: number, position: number): void {
    const title = byId.get(id)?.object.title;
    setSaid(t('order.moved', { title, place: position + 1, count: ids.length }));
    void attempt(change({ id, position }));
  }
  const reorder = useReorder(ids, (next, moved) => moveTo(moved, next.indexOf(moved)));

  const takeAway = (favourite: Favourite) =>
    void attempt(
      remove(favourite.id).then(() =>
        showToast({
          message: t('removed', { title: favourite.object.title }),
          undo: () => void attempt(restore(favourite)),
        }),
      ),
    );

  return (
    <>
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
      <Box
        component="ul"
        aria-label={t('favourites')}
        sx={{
          display: 'grid',
          gap: { xs: 1.5, sm: 2 },
          gridTemplateColumns: gridColumns,
          m: 0,
          p: 0,
          listStyle: 'none',
          ...(reorder.draggedId === undefined ? {} : { userSelect: 'none' }),
        }}
      >
        {reorder.order.map((id, index) => {
          const favourite = byId.get(id);
          return (
            favourite && (
              <FavouriteTile
                key={id}
                favourite={favourite}
                tileRef={reorder.rowRef(id)}
                handle={reorder.handle(id)}
                isDragged={reorder.draggedId === id}
                onSize={(size) => void attempt(change({ id, size }))}
                onForward={index > 0 ? () => moveTo(id, index - 1) : undefined}
                onBack={index < ids.length - 1 ? () => moveTo(id, index + 1) : undefined}
                onRemove={() => takeAway(favourite)}
              />
            )
          );
        })}
      </Box>
    </>
  );
}
