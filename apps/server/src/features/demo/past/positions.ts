import type { HistoryPoint } from '../../../platform/history/history.ts';
import type { Coordinates, PastPosition } from '../demo.store.ts';

/** Positions of twins: latitude and longitude of the same packet. */
export function positionsOf(
  coordinates: Coordinates,
  points: readonly Pick<HistoryPoint, 'series' | 'at' | 'value'>[],
): PastPosition[] {
  const places = new Map<string, Partial<PastPosition> & Pick<PastPosition, 'twinId' | 'at'>>();
  for (const { series, at, value } of points) {
    const coordinate = coordinates.get(series);
    if (!coordinate || typeof value !== 'number') continue;
    const { twinId, link } = coordinate;
    const key = `${twinId} ${at}`;
    places.set(key, { ...places.get(key), twinId, at, [link]: value });
  }
  return [...places.values()].flatMap(({ twinId, at, latitude, longitude }) =>
    latitude === undefined || longitude === undefined ? [] : [{ twinId, at, latitude, longitude }],
  );
}
