import type { Fleet } from '@stellwerk/contract/fleet';
import { Ban, Box, Pencil, Trash2 } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageAction } from '../../ui/page/actions.ts';

export interface FleetDialog {
  kind: 'edit' | 'cancel' | 'delete';
  fleet: Fleet;
}

export const twinPathOf = ({ dtwinId }: Fleet): string | undefined =>
  dtwinId === null ? undefined : `/digitaltwin-mgmt/${dtwinId}`;

/** Actions for a fleet in its current state. */
export function useFleetMenu(onAsk: (dialog: FleetDialog) => void): (fleet: Fleet) => PageAction[] {
  const { t } = useTranslation('simulator');
  return useCallback(
    (fleet) => {
      const { abilities, state, progress } = fleet;
      const to = twinPathOf(fleet);
      const isMaking = state === 'making' && progress !== null;
      const isRemoving = state === 'removing' && progress !== null;
      const ask = (kind: FleetDialog['kind']) => () => onAsk({ kind, fleet });
      return [
        ...(to ? [{ label: t('action.open'), icon: Box, to }] : []),
        ...(abilities.update && !isMaking ? [{ label: t('action.edit'), icon: Pencil, onClick: ask('edit') }] : []),
        ...(abilities.delete && isMaking ? [{ label: t('action.cancel'), icon: Ban, onClick: ask('cancel') }] : []),
        ...(abilities.delete && !isMaking && !isRemoving
          ? [{ label: t('action.delete'), icon: Trash2, onClick: ask('delete'), danger: true }]
          : []),
      ];
    },
    [t, onAsk],
  );
}
