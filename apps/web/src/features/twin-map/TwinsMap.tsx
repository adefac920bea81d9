import type { Position } from '@stellwerk/contract/geo';
import { useMemo } from 'react';
import { createMapSource, type MapFilter } from './map-source.ts';
import { TwinDetail } from './TwinDetail.tsx';
import { TwinMap } from './TwinMap.tsx';
import { useMapParameters } from './use-map-parameters.ts';

export interface TwinsMapProps {
  label: string;
  /** As for the list of twins. */
  filter: MapFilter;
  rememberAs?: string;
  track?: readonly Position[];
  /** Stands in a page that scrolls, and so leaves the wheel to the page. */
  embedded?: boolean;
}

/** The map of twins for somebody who is signed in; how it looks stands in the address. */
export function TwinsMap({ label, filter, rememberAs, track, embedded = false }: TwinsMapProps) {
  const [view, change] = useMapParameters();
  // Compared by content, because filters are new objects on each render.
  const filterText = JSON.stringify(filter);
  const source = useMemo(() => createMapSource(JSON.parse(filterText)), [filterText]);
  return (
    <TwinMap
      label={label}
      source={source}
      view={view}
      onView={change}
      detail={(twinId) => <TwinDetail twinId={twinId} />}
      rememberAs={rememberAs}
      embedded={embedded}
      {...(track ? { track } : {})}
    />
  );
}
