import { Map as MapLibreMap, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapPosition, MapTilt, MapViewport } from './map-types.ts';

// From the own origin: the content security policy allows no worker from a blob.
setWorkerUrl(workerUrl);

export interface MapStart {
  label: string;
  position: MapPosition | undefined;
  embedded: boolean;
  tilt: MapTilt;
  /** Whether the map can be tilted. */
  canTilt: boolean;
  /** Whether the map is static. */
  isStill: boolean;
}

const wholeWorld = { longitude: 10, latitude: 30, zoom: 1 };
const maxZoom = 22;

/** Creates the map once; undefined until then, null if the browser cannot render it. */
export function useMap(props: MapStart) {
  const { t } = useTranslation('ui');
  const room = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibreMap | null>();
  // Only the initial values count; later changes come from the map itself.
  const [start] = useState({
    ...(props.position ?? wholeWorld),
    ...props.tilt,
    embedded: props.embedded,
    canTilt: props.canTilt,
    isStill: props.isStill,
    title: t('map.canvas', { label: props.label }),
  });
  const [texts] = useState({
    'Map.Title': start.title,
    'CooperativeGesturesHandler.WindowsHelpText': t('map.wheelHint'),
    'CooperativeGesturesHandler.MacHelpText': t('map.wheelHintMac'),
    'CooperativeGesturesHandler.MobileHelpText': t('map.touchHint'),
  });

  useEffect(() => {
    if (!room.current) return;
    let created: MapLibreMap;
    try {
      created = new MapLibreMap({
        container: room.current,
        center: [start.longitude, start.latitude],
        zoom: start.zoom,
        pitch: start.pitch,
        bearing: start.bearing,
        maxZoom,
        maxPitch: 85,
        attributionControl: false,
        interactive: !start.isStill,
        dragRotate: start.canTilt,
        pitchWithRotate: start.canTilt,
        touchPitch: start.canTilt,
        cooperativeGestures: start.embedded && !start.isStill,
        locale: texts,
      });
    } catch {
      setMap(null);
      return;
    }
    if (!start.canTilt) created.touchZoomRotate.disableRotation();
    setMap(created);
    return () => {
      setMap(undefined);
      created.remove();
    };
  }, [start, texts]);

  return { room, map };
}

function viewportOf(map: MapLibreMap): MapViewport {
  const bounds = map.getBounds();
  return {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
    zoom: map.getZoom(),
  };
}

interface MoveListeners {
  onViewport?: ((viewport: MapViewport) => void) | undefined;
  onPosition: (position: MapPosition) => void;
}

/** Reports the view of the map, now and after every move. */
export function useMoves(map: MapLibreMap | null | undefined, { onViewport, onPosition }: MoveListeners) {
  const report = useRef({ onViewport, onPosition });
  useEffect(() => {
    report.current = { onViewport, onPosition };
  });
  useEffect(() => {
    if (!map) return;
    const tell = () => {
      const { lng, lat } = map.getCenter();
      report.current.onPosition({ longitude: lng, latitude: lat, zoom: map.getZoom() });
      report.current.onViewport?.(viewportOf(map));
    };
    report.current.onViewport?.(viewportOf(map));
    map.on('moveend', tell);
    return () => {
      map.off('moveend', tell);
    };
  }, [map]);
}

/** Follows changes of the angle, and keeps the zoom while it is locked. */
export function useCamera(map: MapLibreMap | null | undefined, tilt: MapTilt, isZoomLocked: boolean) {
  const { pitch, bearing } = tilt;
  useEffect(() => {
    map?.easeTo({ pitch, bearing, duration: 150 });
  }, [map, pitch, bearing]);
  useEffect(() => {
    if (!map || !isZoomLocked) return;
    const hold = () => {
      map.setMinZoom(map.getZoom());
      map.setMaxZoom(map.getZoom());
    };
    // Only after the map has reached its position.
    map.once('idle', hold);
    return () => {
      map.off('idle', hold);
      map.setMinZoom(0);
      map.setMaxZoom(maxZoom);
    };
  }, [map, isZoomLocked]);
}
