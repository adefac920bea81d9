import type { Visualisation } from '@stellwerk/contract/state';
import type { ReactNode } from 'react';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { useSlotEntries } from '../../../ui/slot/use-slot.tsx';
import { tileContents } from '../slots.ts';

/** What another feature shows in a tile of the twin; undefined for visualisations without such a content. */
export function useTileContent(twinId: number): (component: Visualisation) => ReactNode {
  const contents = useSlotEntries(tileContents, { twinId });
  return (component) => {
    const found = contents.find(({ id }) => id === component);
    if (!found) return undefined;
    return <LazyPart part={found.content} props={{ twinId }} fallback={<Skeletons shape="rows" count={2} />} />;
  };
}
