import type { LucideIcon } from 'lucide-react';
import type { SlotEntry } from '../../lib/slots.ts';
import type { Part } from '../lazy-part.tsx';
import type { PageAction } from '../page/actions.ts';

/** A tab of a page. The context of the page becomes the props of its content. */
export interface TabEntry<Context extends object> extends SlotEntry<Context> {
  label: string;
  /** Shown behind the label. */
  count?: (context: Context) => number | undefined;
  content: Part<Context>;
}

/** An entry in the menu of a page that opens a dialog or side panel. */
export interface ActionEntry<Context extends object>
  extends SlotEntry<Context>,
    Pick<PageAction, 'prominent' | 'danger'> {
  label: string;
  icon: LucideIcon;
  content: Part<Context & { onClose: () => void }>;
}

/** A part of a page. */
export interface PanelEntry<Context extends object> extends SlotEntry<Context> {
  content: Part<Context>;
}

/** One of several views of the same list, offered for every list. */
export interface ViewEntry<Context extends object> extends SlotEntry<undefined> {
  label: string;
  icon: LucideIcon;
  content: Part<Context>;
}

/** An entry of the page itself, sorted together with the contributed ones. */
export type Placed<Item> = Item & { position: number; isOffered?: boolean };

export const inOrder = <Item>(items: readonly Placed<Item>[]): Placed<Item>[] =>
  items.filter(({ isOffered }) => isOffered !== false).sort((a, b) => a.position - b.position);
