import type { GeoMeta } from '@stellwerk/contract/twin-map';
import { useMemo, useState } from 'react';
import type { MapSource } from './map-source.ts';

type Floor = GeoMeta['floors'][number];

/** The floor whose plan lies on the map: the lowest one above ground where the address only says "indoor". */
export function useFloor(source: MapSource, floors: readonly Floor[] | undefined, isIndoor: boolean) {
  const [chosenId, setChosenId] = useState<number>();
  const first = floors?.find(({ floorNumber }) => (floorNumber ?? 0) >= 0) ?? floors?.[0];
  const floor = isIndoor ? (floors?.find(({ twinId }) => twinId === chosenId) ?? first) : undefined;
  const overlay = useMemo(
    () => (floor ? { url: source.overlayUrl(floor.twinId), bounds: floor.bounds } : undefined),
    [floor, source],
  );
  return { id: floor?.twinId, bounds: floor?.bounds, overlay, choose: setChosenId };
}
