import type { Visualisation } from '@stellwerk/contract/state';
import { defineSlot } from '../../lib/slots.ts';
import type { PanelEntry } from '../../ui/slot/slot-entries.ts';

export interface TileContext {
  twinId: number;
}

/** Contents of tiles whose data belong to another feature. The id of an entry is the visualisation that it fills. */
export const tileContents = defineSlot<PanelEntry<TileContext> & { id: Visualisation }>('states.tileContents');
