import { IconButton, Tooltip } from '@mui/material';
import { anyOf, type PermissionRule } from '@stellwerk/contract/core/permission';
import { readsDevices } from '@stellwerk/contract/device';
import { readsDrivers } from '@stellwerk/contract/driver';
import type { FavouriteType } from '@stellwerk/contract/favourite';
import { readsRules } from '@stellwerk/contract/rule';
import { readsOwnStates } from '@stellwerk/contract/state';
import { Star } from 'lucide-react';
import { useCan } from '../../lib/abilities.ts';
import { type StarObject, useStar } from './use-star.ts';

export interface StarButtonProps {
  type: FavouriteType;
  object: StarObject;
  /** In a tree the row takes the focus, not its content. */
  isFocusable?: boolean;
  onChanged?: () => void;
}

/** Permissions to see the tile. For devices and what belongs to them, permissions for devices suffice. */
const rules: Record<FavouriteType, PermissionRule> = {
  twin: anyOf('DigitalTwin.list', readsDevices),
  state: readsOwnStates,
  dashboard: 'Dashboards.read',
  rule: readsRules,
  connector: 'all.manage',
  driver: readsDrivers,
};

/** Adds an object to the user's start page, or removes it. */
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
