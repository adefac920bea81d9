import type { PanelEntry } from '../ui/slot/slot-entries.ts';
import { defineSlot } from './slots.ts';

/** Buttons of the toolbar, on phones, too. */
export const toolbarEntries = defineSlot<PanelEntry<object>>('app.toolbar');
