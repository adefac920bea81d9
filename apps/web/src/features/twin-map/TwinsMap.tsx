import type { Position } from '@stellwerk/contract/geo';
import { useMemo } from 'react';
import { useSearchParams } from '../../ui/navigation/use-search-params.ts';
import { type MapParameters, mapParametersToSearch, parseMapParameters } from './map-parameters.ts';
import { createMapSource, type MapFilter } from './map-source.ts';
import { TwinDetail } from './TwinDetail.tsx';
import { TwinMap } from './TwinMap.tsx';

export interface TwinsMapProps {
  label: string;
  /** As for the list of twins. */
  filter: MapFilter;
  /** Where this map begins otherwise than most. */
  defaults?: Partial<MapParameters>;
  rememberAs?: string;
  track?: readonly Position[];
  /** Stands in a page that scrolls, and so leaves the wheel to the page. */
  embedded?: boolean;
}

/** The map of twins for somebody who is signed in; how it looks stands in the address. */
export function TwinsMap({ label, filter, defaults, rememberAs, track, embedded = false }: TwinsMapProps) {
  const [search, change] = useSearchParams();
  // By content: filters are made anew with each drawing.
  const filterText = JSON.stringify(filter);
  const source = useMemo(() => createMapSource(JSON.parse(filterText)), [filterText]);
  const view = parseMapParameters(search, defaults);
  return (
    <TwinMap
      label={label}
      source={source}
      view={view}
      onView={(changes) => void change(mapParametersToSearch(changes, defaults))}
      detail={(twinId) => <TwinDetail twinId={twinId} />}
      rememberAs={rememberAs}
      embedded={embedded}
      {...(track ? { track } : {})}
    />
  );
}
