import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { useCanvasColours } from '../canvas/use-canvas-colours.ts';
import { MapMarker, type MapMarkerProps, type MarkerKit } from './MapMarker.tsx';
import { MarkerTip } from './MarkerTip.tsx';
import type { MapObject } from './map-types.ts';
import { markerColours } from './marker-colours.ts';

interface MapMarkersProps extends Pick<MapMarkerProps, 'design' | 'onPress'> {
  map: MapLibreMap;
  objects: readonly MapObject[];
  chosenId: MapObject['id'] | undefined;
}

function useKit(): MarkerKit {
  const { t } = useTranslation('ui');
  const { locale } = useFormats();
  const theme = useCanvasColours();
  return useMemo(() => {
    // Created once: creating a formatter takes longer than rendering a marker.
    const numbers = new Intl.NumberFormat(locale);
    const countText = (count: number) => numbers.format(count);
    return {
      countText,
      coloursOf: ({ status, colour }) => markerColours(status, colour, theme),
      nameOf({ label, status, count = 1, values = [] }) {
        const word = t(`status.${status}`);
        const named =
          count > 1
            ? t('map.cluster', { count, number: countText(count), status: word })
            : t('map.object', { label, status: word });
        return [named, ...values.map((value) => `${value.label} ${value.text}`)].join(', ');
      },
    };
  }, [t, locale, theme]);
}

/** The longitude in the copy of the world that is in view. */
const nearestLongitude = (longitude: number, centre: number) =>
  longitude + 360 * Math.round((centre - longitude) / 360);

/** The state of the map when the markers were placed. */
interface Stand {
  zoom: number;
  bearing: number;
  pitch: number;
  longitude: number;
  latitude: number;
  x: number;
  y: number;
}

function standOf(map: MapLibreMap): Stand {
  const { lng, lat } = map.getCenter();
  const { x, y } = map.project([lng, lat]);
  return { zoom: map.getZoom(), bearing: map.getBearing(), pitch: map.getPitch(), longitude: lng, latitude: lat, x, y };
}

const isShifted = (before: Stand, now: Stand) =>
  before.zoom === now.zoom && before.bearing === now.bearing && before.pitch === 0 && now.pitch === 0;

function createLayer(): HTMLElement {
  const layer = document.createElement('div');
  layer.className = 'map-markers';
  return layer;
}

/**
 * All markers in one layer over the map that moves with it. The library's own markers would need one React root each,
 * which takes a second for a few hundred markers.
 */
export function MapMarkers({ map, objects, chosenId, design, onPress }: MapMarkersProps) {
  const kit = useKit();
  const [layer] = useState(createLayer);
  const stand = useRef<Stand>(undefined);

  const place = useEffectEvent((isMoving: boolean) => {
    const now = standOf(map);
    layer.style.transform = '';
    const whole = isMoving ? (value: number) => value : Math.round;
    for (const [index, { longitude, latitude }] of objects.entries()) {
      const element = layer.children[index];
      if (!(element instanceof HTMLElement)) continue;
      const { x, y } = map.project([nearestLongitude(longitude, now.longitude), latitude]);
      element.style.transform = `translate(${whole(x)}px, ${whole(y)}px)`;
    }
    stand.current = now;
  });
  const move = useEffectEvent(() => {
    const before = stand.current;
    const now = standOf(map);
    if (!before || !isShifted(before, now)) return place(true);
    // Without tilt all markers move by the same distance: one element to move instead of hundreds.
    const { x, y } = map.project([nearestLongitude(before.longitude, now.longitude), before.latitude]);
    layer.style.transform = `translate(${x - before.x}px, ${y - before.y}px)`;
  });
  useEffect(() => {
    map.getCanvasContainer().append(layer);
    const handlers = [
      map.on('move', () => move()),
      map.on('moveend', () => place(false)),
      map.on('resize', () => place(false)),
    ];
    return () => {
      for (const handler of handlers) handler.unsubscribe();
      layer.remove();
    };
  }, [map, layer]);
  // New markers have no position yet.
  useLayoutEffect(() => place(false));

  return (
    <>
      {createPortal(
        objects.map((object) => (
          <MapMarker
            key={object.id}
            object={object}
            design={design}
            isChosen={object.id === chosenId}
            kit={kit}
            onPress={onPress}
          />
        )),
        layer,
      )}
      <MarkerTip layer={layer} />
    </>
  );
}
