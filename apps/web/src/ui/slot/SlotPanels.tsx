import type { ReactNode } from 'react';
import type { Slot } from '../../lib/slots.ts';
import { Skeletons } from '../feedback/Skeletons.tsx';
import { LazyPart } from '../lazy-part.tsx';
import type { PanelEntry } from './slot-entries.ts';
import { useSlotEntries } from './use-slot.tsx';

interface SlotPanelsProps<Context extends object> {
  slot: Slot<PanelEntry<Context>>;
  context: Context;
  /** In the shape of a panel. */
  fallback?: ReactNode;
}

/** All panels of a slot below one another. */
export function SlotPanels<Context extends object>({
  slot,
  context,
  fallback = <Skeletons shape="cards" count={4} />,
}: SlotPanelsProps<Context>) {
  return useSlotEntries(slot, context).map(({ id, content }) => (
    <LazyPart key={id} part={content} props={context} fallback={fallback} />
  ));
}
