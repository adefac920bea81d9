import { useMemo, useState } from 'react';
import { type Clustered, clustered, type GridPoint, gridOf, nothingClustered } from './cluster-grid.ts';
import type { MapViewport } from './map-types.ts';

/** Groups any number of points into as many markers as a map can show; needs the current view of the map. */
export function useClusters(points: readonly GridPoint[]) {
  const [viewport, setViewport] = useState<MapViewport>();
  const grid = useMemo(() => gridOf(points), [points]);
  const [shown, setShown] = useState<{ of?: unknown; at?: unknown; what: Clustered }>({ what: nothingClustered });
  let { what } = shown;
  // Stored with its inputs, so that the next result can reuse unchanged objects.
  if (viewport && (shown.of !== grid || shown.at !== viewport)) {
    what = clustered(grid, viewport, shown.what);
    setShown({ of: grid, at: viewport, what });
  }
  return { ...what, onViewport: setViewport };
}
