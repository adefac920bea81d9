import type { Slot } from '../../lib/slots.ts';
import { Skeletons } from '../feedback/Skeletons.tsx';
import { LazyPart } from '../lazy-part.tsx';
import type { PanelEntry } from './slot-entries.ts';
import { useSlotEntries } from './use-slot.tsx';

interface SlotPanelsProps<Context extends object> {
  slot: Slot<PanelEntry<Context>>;
  context: Context;
}

/** All panels of a slot below one another. */
export function SlotPanels<Context extends object>({ slot, context }: SlotPanelsProps<Context>) {
  return useSlotEntries(slot, context).map(({ id, content }) => (
    <LazyPart key={id} part={content} props={context} fallback={<Skeletons shape="cards" count={4} />} />
  ));
}
