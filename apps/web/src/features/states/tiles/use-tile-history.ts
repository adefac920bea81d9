import { visualisationRangeMs } from '@stellwerk/contract/visualisation-range';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { TimePoint } from '../../../ui/chart/chart-model.ts';
import { numberOf } from '../values/value-view.ts';
import { pointsOf, withNewest } from './chart-points.ts';
import type { TileData } from './tile-types.ts';

/** Refetched from time to time: live values are appended without thinning. */
const rereadMs = 5 * 60_000;
const none: readonly TimePoint[] = [];

/** Values that have come while the tile is shown. */
function useArrivals({ stateId, timestamp, value }: TileData['state']): readonly TimePoint[] {
  const [seen, setSeen] = useState({ stateId, timestamp, points: none });
  if (seen.stateId === stateId && seen.timestamp === timestamp) return seen.points;
  const atMs = timestamp === null ? Number.NaN : Date.parse(timestamp);
  const isLater = seen.stateId === stateId && Number.isFinite(atMs);
  const points = isLater ? [...seen.points, [atMs, numberOf(value)] as const] : none;
  setSeen({ stateId, timestamp, points });
  return points;
}

export function useTileHistory({ state, loadHistory }: Pick<TileData, 'state' | 'loadHistory'>) {
  const { timeRange } = state.visualisation;
  const arrivals = useArrivals(state);
  const query = useQuery({
    queryKey: ['states', 'tile', state.stateId, timeRange],
    queryFn: () => loadHistory(timeRange),
    staleTime: 60_000,
    refetchInterval: rereadMs,
  });
  const { data } = query;
  const series = useMemo(() => {
    if (!data) return undefined;
    const beginMs = Date.now() - visualisationRangeMs[timeRange];
    const points = withNewest(pointsOf(data), arrivals).filter(([atMs]) => atMs >= beginMs);
    return { points, binMs: data.binMs, beginMs };
  }, [data, arrivals, timeRange]);
  return { series, error: query.error, refetch: query.refetch };
}
