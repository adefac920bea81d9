import type { ScreenPath } from '@stellwerk/contract/screens';
import type { FeatureFlag } from '@stellwerk/contract/session';
import type { LucideIcon } from 'lucide-react';
import type { Part } from '../ui/lazy-part.tsx';
import { defineSlot, type SlotEntry } from './slots.ts';

export type DrawerGroup =
  | 'applications'
  | 'devices'
  | 'integrations'
  | 'dataHub'
  | 'systems'
  | 'administration'
  | 'facility';

/** A link to a screen in the drawer. The screen has the permission and the title. */
export interface DrawerEntry extends Pick<SlotEntry<never>, 'id' | 'position'> {
  id: ScreenPath;
  group: DrawerGroup;
  icon: LucideIcon;
  /** Beside the title, for example a number. */
  badge?: Part<object>;
  /** Shown only while the flag is on. */
  flag?: FeatureFlag;
  /** Shown only while the flag is off. */
  unlessFlag?: FeatureFlag;
}

export const drawerEntries = defineSlot<DrawerEntry>('app.drawer');
