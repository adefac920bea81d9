import { IconButton, Tooltip } from '@mui/material';
import { Star } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../ui/feedback/failure.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useFavouriteActions } from './favourite.queries.ts';

export interface StarButtonProps {
  twin: { id: number; title: string; isFavourite: boolean };
  /** In a tree the row takes the focus, not what stands in it. */
  isFocusable?: boolean;
  onChanged?: () => void;
}

/** Marks a twin as favourite; the star fills at once and falls back if the server refuses. */
export function StarButton({ twin, isFocusable = true, onChanged }: StarButtonProps) {
  const { t } = useTranslation('twins');
  const { setStar } = useFavouriteActions();
  // Counts until the twin is read again, with or without its star.
  const [wanted, setWanted] = useState<{ isStarred: boolean; instead: boolean }>();
  const isStarred = wanted?.instead === twin.isFavourite ? wanted.isStarred : twin.isFavourite;
  const label = t(isStarred ? 'favourite.remove' : 'favourite.add', { title: twin.title });

  async function toggle() {
    setWanted({ isStarred: !isStarred, instead: twin.isFavourite });
    try {
      await setStar({ twinId: twin.id, isStarred: !isStarred });
      onChanged?.();
    } catch (error) {
      setWanted(undefined);
      showToast({ status: 'error', message: failureOf(error).message ?? t('favourite.failed') });
    }
  }

  return (
    <Tooltip title={label}>
      <IconButton
        size="small"
        aria-label={label}
        aria-pressed={isStarred}
        tabIndex={isFocusable ? 0 : -1}
        onClick={(event) => {
          event.stopPropagation();
          void toggle();
        }}
        sx={isStarred ? { color: 'warning.main', '& > svg': { fill: 'currentColor' } } : { color: 'text.muted' }}
      >
        <Star aria-hidden />
      </IconButton>
    </Tooltip>
  );
}
