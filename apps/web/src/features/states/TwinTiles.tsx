import { Menu, MenuItem } from '@mui/material';
import type { State, Visualisation } from '@stellwerk/contract/state';
import { Activity } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import type { PageAction } from '../../ui/page/actions.ts';
import { useTwin } from '../twins/index.ts';
import { loadTileHistory, loadTrack } from './history.queries.ts';
import { type StateDialog, StateDialogs } from './StateDialogs.tsx';
import { useLiveValues, useStateActions, useTwinStates } from './state.queries.ts';
import { StateTile } from './tiles/StateTile.tsx';
import { TileGrid } from './tiles/TileGrid.tsx';
import { tileStateOf } from './tiles/tile-state.ts';
import type { TileData, TilePlace } from './tiles/tile-types.ts';
import { useTileContent } from './tiles/use-tile-content.tsx';
import { visuals } from './tiles/visuals.ts';
import { type StateAbilities, useStateMenu } from './use-state-menu.ts';

export interface TwinTilesProps {
  twinId: number;
  abilities: StateAbilities;
}

interface Pressed {
  state: State;
  anchor: HTMLElement;
}

interface LiveTileProps extends Pick<TwinTilesProps, 'abilities'> {
  position?: TilePlace | null | undefined;
  content?: ReactNode;
  state: State;
  onPress: (pressed: Pressed) => void;
}

function LiveTile({ state, abilities, position, content, onPress }: LiveTileProps) {
  const { id, dtwinId, visualisation } = state;
  const { setValue, press } = useStateActions(dtwinId);
  const loadHistory = useCallback<TileData['loadHistory']>((range) => loadTileHistory(id, range), [id]);
  const send = visualisation.outbound
    ? () => press(id)
    : () => setValue({ stateId: id, body: { value: visualisation.buttonValue } });
  return (
    <StateTile
      state={tileStateOf(state)}
      loadHistory={loadHistory}
      position={position}
      content={content}
      loadTrack={(range) => loadTrack(dtwinId, range)}
      onSend={abilities.setValue ? send : undefined}
      onPress={(anchor) => onPress({ state, anchor })}
    />
  );
}

/** A tile with a map needs to know where the twin is; the others do not ask. */
function PlacedTile(props: LiveTileProps) {
  const { data } = useTwin(props.state.dtwinId);
  const { latitude = null, longitude = null } = data ?? {};
  const position = latitude === null || longitude === null ? null : { latitude, longitude };
  return <LiveTile {...props} position={position} />;
}

const tiles: Partial<Record<Visualisation, typeof LiveTile>> = { map: PlacedTile };

function PressMenu({ pressed, actions, onClose }: { pressed: Pressed; actions: PageAction[]; onClose: () => void }) {
  return (
    <Menu open anchorEl={pressed.anchor} onClose={onClose}>
      {actions.map(({ label, icon: Icon, onClick, disabledReason }) => (
        <MenuItem
          key={label}
          disabled={disabledReason !== undefined}
          onClick={() => {
            onClose();
            onClick?.();
          }}
        >
          {Icon && <Icon aria-hidden />}
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** The states of a twin as living tiles; a press on a value asks what one wants to know of it. */
export function TwinTiles({ twinId, abilities }: TwinTilesProps) {
  const { t } = useTranslation('states');
  const states = useTwinStates(twinId);
  const [dialog, setDialog] = useState<StateDialog>();
  const [pressed, setPressed] = useState<Pressed>();
  const menuOf = useStateMenu(abilities, setDialog);
  const contentOf = useTileContent(twinId);
  useLiveValues(twinId);
  if (states.error && !states.data) return <ErrorState error={states.error} onRetry={() => void states.refetch()} />;
  if (!states.data) return <Skeletons shape="cards" count={4} />;
  const drawn = states.data.filter(
    ({ visualisation, layout }) => visuals[visualisation.component] !== null && layout !== 'hidden',
  );
  if (drawn.length === 0) {
    return <EmptyState icon={Activity} title={t('empty.title')} description={t('empty.tiles')} />;
  }
  return (
    <>
      <TileGrid>
        {drawn.map((state) => {
          const Tile = tiles[state.visualisation.component] ?? LiveTile;
          const content = contentOf(state.visualisation.component);
          return <Tile key={state.id} state={state} abilities={abilities} content={content} onPress={setPressed} />;
        })}
      </TileGrid>
      {pressed && <PressMenu pressed={pressed} actions={menuOf(pressed.state)} onClose={() => setPressed(undefined)} />}
      <StateDialogs dialog={dialog} onAsk={setDialog} />
    </>
  );
}
