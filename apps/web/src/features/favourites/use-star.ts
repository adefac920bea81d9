import type { FavouriteType } from '@stellwerk/contract/favourite';
import { Star, StarOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../ui/feedback/failure.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import type { PageAction } from '../../ui/page/actions.ts';
import { useFavouriteActions, useMarks } from './favourite.queries.ts';

export interface StarObject {
  id: number;
  title: string;
  /** If the response contains it: used until the favourites are loaded. */
  isFavourite?: boolean;
}

/**
 * Whether objects of a type are starred, and a function to change it; the update is optimistic and rolled back if
 * refused.
 */
function useStars(type: FavouriteType) {
  const { t } = useTranslation('favourites');
  const { data: marks } = useMarks();
  const { setStar } = useFavouriteActions();
  const [wanted, setWanted] = useState<ReadonlyMap<number, boolean>>(new Map());
  const markOf = (id: number) => marks?.find((mark) => mark.type === type && mark.objectId === id);
  const isStarred = ({ id, isFavourite = false }: StarObject) =>
    wanted.get(id) ?? (marks ? markOf(id) !== undefined : isFavourite);

  async function toggle(object: StarObject, onChanged?: () => void): Promise<void> {
    const { id } = object;
    const next = !isStarred(object);
    setWanted((before) => new Map(before).set(id, next));
    try {
      await setStar({ type, id, markId: markOf(id)?.id, isStarred: next });
      onChanged?.();
    } catch (error) {
      showToast({ status: 'error', message: failureOf(error).message ?? t('failed') });
    } finally {
      // The favourites have been refetched by now. A later click stays pending until its own request is done.
      setWanted((before) => new Map([...before].filter(([each, star]) => each !== id || star !== next)));
    }
  }

  return { isStarred, toggle };
}

export function useStar(type: FavouriteType, object: StarObject, onChanged?: () => void) {
  const { t } = useTranslation('favourites');
  const stars = useStars(type);
  const isStarred = stars.isStarred(object);
  const label = t(isStarred ? 'remove' : 'add', { title: object.title });
  return { isStarred, label, toggle: () => void stars.toggle(object, onChanged) };
}

/** The star as a menu entry, for lists whose rows have a menu. */
export function useStarAction(type: FavouriteType): (object: StarObject) => PageAction {
  const { t } = useTranslation('favourites');
  const { isStarred, toggle } = useStars(type);
  return (object) => ({
    label: t(isStarred(object) ? 'action.remove' : 'action.add'),
    icon: isStarred(object) ? StarOff : Star,
    onClick: () => void toggle(object),
  });
}
