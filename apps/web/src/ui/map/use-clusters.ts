import { useMemo, useState } from 'react';
import { type Clustered, clustered, type GridPoint, gridOf, nothingClustered } from './cluster-grid.ts';
import type { MapViewport } from './map-types.ts';

/** Any number of points as what a map can show of them; tell it where the map stands. */
export function useClusters(points: readonly GridPoint[]) {
  const [viewport, setViewport] = useState<MapViewport>();
  const grid = useMemo(() => gridOf(points), [points]);
  const [shown, setShown] = useState<{ of?: unknown; at?: unknown; what: Clustered }>({ what: nothingClustered });
  let { what } = shown;
  // Kept beside what it was made of, so that the next ones can take over what stays the same.
  if (viewport && (shown.of !== grid || shown.at !== viewport)) {
    what = clustered(grid, viewport, shown.what);
    setShown({ of: grid, at: viewport, what });
  }
  return { ...what, onViewport: setViewport };
}
