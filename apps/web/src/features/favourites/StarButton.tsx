import { IconButton, Tooltip } from '@mui/material';
import type { PermissionRule } from '@stellwerk/contract/core/permission';
import { readsDrivers } from '@stellwerk/contract/driver';
import type { FavouriteType } from '@stellwerk/contract/favourite';
import { readsStates } from '@stellwerk/contract/state';
import { Star } from 'lucide-react';
import { useCan } from '../../lib/abilities.ts';
import { type StarObject, useStar } from './use-star.ts';

export interface StarButtonProps {
  type: FavouriteType;
  object: StarObject;
  /** In a tree the row takes the focus, not what stands in it. */
  isFocusable?: boolean;
  onChanged?: () => void;
}

/** What it takes to see the tile; a device is seen with less, but its tile is that of its twin. */
const rules: Record<FavouriteType, PermissionRule> = {
  twin: 'DigitalTwin.list',
  state: readsStates,
  dashboard: 'Dashboards.read',
  rule: 'DigitalTwin.read',
  connector: 'all.manage',
  driver: readsDrivers,
};

/** Puts an object on the caller's start page, or takes it from there. */
export function StarButton({ type, object, isFocusable = true, onChanged }: StarButtonProps) {
  const { isStarred, label, toggle } = useStar(type, object, onChanged);
  const isSeen = useCan(rules[type]);
  if (!isSeen) return null;
  return (
    <Tooltip title={label}>
      <IconButton
        size="small"
        aria-label={label}
        aria-pressed={isStarred}
        tabIndex={isFocusable ? 0 : -1}
        onClick={(event) => {
          event.stopPropagation();
          toggle();
        }}
        sx={isStarred ? { color: 'warning.main', '& > svg': { fill: 'currentColor' } } : { color: 'text.muted' }}
      >
        <Star aria-hidden />
      </IconButton>
    </Tooltip>
  );
}
