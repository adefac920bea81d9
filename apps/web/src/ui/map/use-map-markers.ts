import { type Map as MapLibreMap, Marker } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import type { Status } from '../status/StatusChip.tsx';
import type { MapObject } from './map-types.ts';

export interface PlacedObject {
  object: MapObject;
  element: HTMLElement;
}

/** The worst lies on top, so that it is never hidden by something that is well. */
const stacking: Record<Status, number> = { ok: 1, info: 2, unknown: 3, warning: 4, error: 5 };

/** Keeps one element per object on the map; what is inside it is drawn by React through a portal. */
export function useMapMarkers(map: MapLibreMap | undefined, objects: readonly MapObject[]): readonly PlacedObject[] {
  const markers = useRef(new Map<MapObject['id'], Marker>());
  const [placed, setPlaced] = useState<readonly PlacedObject[]>([]);

  useEffect(() => {
    if (!map) return;
    const known = markers.current;
    const ids = new Set(objects.map((object) => object.id));
    for (const [id, marker] of known) {
      if (ids.has(id)) continue;
      marker.remove();
      known.delete(id);
    }
    const next = objects.map((object) => {
      const isCluster = (object.count ?? 1) > 1;
      const marker =
        known.get(object.id) ??
        new Marker({ element: document.createElement('div'), anchor: isCluster ? 'center' : 'bottom' });
      marker.setLngLat([object.longitude, object.latitude]);
      const element = marker.getElement();
      element.style.zIndex = String(stacking[object.status]);
      // The library names every marker "Map marker"; the button inside has the real name.
      element.removeAttribute('aria-label');
      element.removeAttribute('role');
      if (!known.has(object.id)) marker.addTo(map);
      known.set(object.id, marker);
      return { object, element };
    });
    setPlaced(next);
  }, [map, objects]);

  useEffect(() => {
    const known = markers.current;
    return () => {
      for (const marker of known.values()) marker.remove();
      known.clear();
    };
  }, []);

  return placed;
}
