import type { Device } from '@stellwerk/contract/device';
import type { Twin } from '@stellwerk/contract/twin';
import { defineSlot } from '../../lib/slots.ts';
import type { ActionEntry, PanelEntry, TabEntry, ViewEntry } from '../../ui/slot/slot-entries.ts';
import type { filterQuery } from './twin-filter.ts';

/** The twin of a page. Pages of virtual devices, which are twins, have the same slots. */
export type TwinContext = { kind: 'twin'; twin: Twin } | { kind: 'device'; twin: Device };

export const twinTabs = defineSlot<TabEntry<TwinContext>>('twins.tabs');
export const twinActions = defineSlot<ActionEntry<TwinContext>>('twins.actions');
/** Chips beside the status in the header. */
export const twinChips = defineSlot<PanelEntry<TwinContext>>('twins.chips');
/** Panels of the overview, and of the preview beside the tree. */
export const twinPanels = defineSlot<PanelEntry<TwinContext>>('twins.panels');

export interface TwinViewContext {
  /** Title of the page, for screen readers. */
  label: string;
  filter: ReturnType<typeof filterQuery>;
}

/** Views of all twins beside tree and list; `?view=<id>` opens one. */
export const twinViews = defineSlot<ViewEntry<TwinViewContext>>('twins.views');
