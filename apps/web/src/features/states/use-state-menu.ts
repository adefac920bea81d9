import type { State } from '@stellwerk/contract/state';
import { History, PencilLine, SquarePen, Trash2, Waypoints } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import type { PageAction } from '../../ui/page/actions.ts';
import { useStarAction } from '../favourites/index.ts';
import { isComputed } from './is-computed.ts';
import type { StateDialog } from './StateDialogs.tsx';

/** What the twin's answer says about the caller. */
export interface StateAbilities {
  update: boolean;
  setValue: boolean;
}

/** Those who manage states without editing twins have a permission of their own; the server decides in any case. */
export function useCanManage({ update }: Pick<StateAbilities, 'update'>): boolean {
  const managesStates = useCan('DigitalTwinStates.manage');
  return update || managesStates;
}

/** The actions of a state, in the order in which most people need them. */
export function useStateMenu(abilities: StateAbilities, onAsk: (dialog: StateDialog) => void) {
  const { t } = useTranslation('states');
  const canManage = useCanManage(abilities);
  const starOf = useStarAction('state');
  return (state: State): PageAction[] => {
    const ask = (kind: StateDialog['kind']) => () => onAsk({ kind, state });
    return [
      { label: t('action.history'), icon: History, onClick: ask('history') },
      { label: t('action.lineage'), icon: Waypoints, onClick: ask('lineage') },
      starOf(state),
      ...(abilities.setValue
        ? [
            {
              label: t('action.setValue'),
              icon: PencilLine,
              onClick: ask('setValue'),
              disabledReason: isComputed(state.source) ? t('action.computed') : undefined,
            },
          ]
        : []),
      ...(canManage
        ? [
            { label: t('action.edit'), icon: SquarePen, onClick: ask('edit') },
            { label: t('action.delete'), icon: Trash2, danger: true, onClick: ask('delete') },
          ]
        : []),
    ];
  };
}
