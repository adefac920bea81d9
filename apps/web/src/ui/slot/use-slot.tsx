import { type ReactNode, use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session.ts';
import { loadContributions, namespacesOf, offeredEntries, type Slot, type SlotEntry } from '../../lib/slots.ts';
import { Skeletons } from '../feedback/Skeletons.tsx';
import { LazyPart } from '../lazy-part.tsx';
import type { PageAction } from '../page/actions.ts';
import type { PageTab } from '../page/PageTabs.tsx';
import type { ActionEntry, Placed, TabEntry } from './slot-entries.ts';

/** The entries of a slot that the user may see and the object has, by position. */
export function useSlotEntries<Context, Entry extends SlotEntry<Context>>(
  slot: Pick<Slot<Entry>, 'entries'>,
  context: Context,
): Entry[] {
  const session = useSession();
  // Pages name their slots in routes.tsx, so entries are usually loaded before the page renders. A component that
  // suspends has to call `use` in its next render, too.
  use(loadContributions());
  return offeredEntries(slot.entries(), session, context);
}

/** Translates the labels of entries, whose texts are in several namespaces. */
export function useLabels(entries: readonly SlotEntry<never>[]): (key: string) => string {
  const { t } = useTranslation(['ui', ...namespacesOf(entries)]);
  return t;
}

/** `key` names the object of the page: another object mounts the contents again. */
export function useSlotTabs<Context extends object>(
  slot: Slot<TabEntry<Context>>,
  context: Context,
  key: string | number,
): Placed<PageTab>[] {
  const entries = useSlotEntries(slot, context);
  const labelOf = useLabels(entries);
  return entries.map(({ id, position, label, count, content }) => ({
    id,
    position,
    label: labelOf(label),
    count: count?.(context),
    content: <LazyPart key={key} part={content} props={context} fallback={<Skeletons shape="block" />} />,
  }));
}

export interface SlotActions {
  actions: Placed<PageAction>[];
  /** The dialog of the chosen action. */
  dialog: ReactNode;
}

export function useSlotActions<Context extends object>(
  slot: Slot<ActionEntry<Context>>,
  context: Context,
): SlotActions {
  const entries = useSlotEntries(slot, context);
  const labelOf = useLabels(entries);
  const [openId, setOpenId] = useState<string>();
  const open = entries.find(({ id }) => id === openId);
  return {
    actions: entries.map(({ id, position, label, icon, prominent = false, danger = false }) => ({
      position,
      label: labelOf(label),
      icon,
      prominent,
      danger,
      onClick: () => setOpenId(id),
    })),
    dialog: open && (
      <LazyPart part={open.content} props={{ ...context, onClose: () => setOpenId(undefined) }} fallback={null} />
    ),
  };
}
