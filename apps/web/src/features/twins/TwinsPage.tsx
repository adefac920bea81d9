import { useSearchParams } from '../../ui/navigation/use-search-params.ts';
import { useSlotEntries } from '../../ui/slot/use-slot.tsx';
import { twinViews } from './slots.ts';
import { TwinsViewPage } from './TwinsViewPage.tsx';
import { TwinTreePage } from './TwinTreePage.tsx';

/** The twins as a tree, or in a contributed view such as the map; the list has an address of its own. */
export function TwinsPage() {
  const [search] = useSearchParams();
  const view = useSlotEntries(twinViews, undefined).find(({ id }) => id === search.view);
  return view ? <TwinsViewPage key={view.id} view={view} /> : <TwinTreePage />;
}
