import { useSearchParams } from '../../ui/navigation/use-search-params.ts';
import { TwinsMapPage } from './TwinsMapPage.tsx';
import { TwinTreePage } from './TwinTreePage.tsx';

/** The twins as a tree, or on the map; the list has an address of its own. */
export function TwinsPage() {
  const [search] = useSearchParams();
  return search.view === 'map' ? <TwinsMapPage /> : <TwinTreePage />;
}
