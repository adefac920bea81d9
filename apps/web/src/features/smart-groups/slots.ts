import type { SmartGroup } from '@stellwerk/contract/smart-group';
import { defineSlot } from '../../lib/slots.ts';
import type { TabEntry } from '../../ui/slot/slot-entries.ts';

export interface SmartGroupContext {
  group: SmartGroup;
}

/** Tabs of the page of a smart group. Its own have the positions 100 to 600. */
export const smartGroupTabs = defineSlot<TabEntry<SmartGroupContext>>('smartGroups.tabs');
