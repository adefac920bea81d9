import type { State } from '@stellwerk/contract/state';
import type { TileState } from './tile-types.ts';

export const tileStateOf = ({ id, ...state }: State): TileState => ({ ...state, stateId: id });
