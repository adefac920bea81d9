import type { State } from '@stellwerk/contract/state';
import type { HistorySeries } from '@stellwerk/contract/state-history';
import type { PublicState } from '@stellwerk/contract/twin-sharing';
import type { VisualisationRange } from '@stellwerk/contract/visualisation-range';
import type { ComponentType } from 'react';

/** What a tile shows; a shared twin does not tell why a value could not be computed. */
export type TileState = PublicState & { problem?: State['problem'] };

export type TileHistory = Pick<HistorySeries, 'points' | 'binMs'>;

export interface TilePlace {
  latitude: number;
  longitude: number;
}

export interface TileData {
  state: TileState;
  loadHistory: (range: VisualisationRange) => Promise<TileHistory>;
  /** Of the twin, for the map. */
  position?: TilePlace | null | undefined;
  /** Where the twin was, oldest first; absent: only where it is. */
  loadTrack?: ((range: VisualisationRange) => Promise<readonly TilePlace[]>) | undefined;
  /** Writes the value or sends the command of a button; absent: the button can't be pressed. */
  onSend?: (() => Promise<unknown>) | undefined;
}

export interface VisualProps extends TileData {
  /** The value is older than it may be: it fades. */
  isStale: boolean;
}

export interface Visual {
  Draw: ComponentType<VisualProps>;
  /** Needs the room of two tiles in each direction. */
  isWide: boolean;
  /** What opens the tile's menu: the value, or the title where the picture itself is operated. */
  pressOn: 'value' | 'title';
  /** Says how old the value is; not where the picture shows something else. */
  hasAge: boolean;
}
