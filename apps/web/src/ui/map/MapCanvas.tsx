import 'maplibre-gl/dist/maplibre-gl.css';
import { Box } from '@mui/material';
import { Map as MapLibreMap, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { useCanvasColours } from '../canvas/use-canvas-colours.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { baseStyle } from './base-style.ts';
import { MapControls } from './MapControls.tsx';
import { MapMarker } from './MapMarker.tsx';
import { boundsOf } from './map-position.ts';
import type { MapObject, MapPosition, MapViewport } from './map-types.ts';
import { useMapMarkers } from './use-map-markers.ts';

// From our own origin: the content security policy allows no worker from a blob.
setWorkerUrl(workerUrl);

export interface MapCanvasProps {
  label: string;
  objects: readonly MapObject[];
  selectedId?: MapObject['id'] | undefined;
  onSelect?: ((object: MapObject) => void) | undefined;
  onViewport?: ((viewport: MapViewport) => void) | undefined;
  /** Address of another style; by default the bundled base map. */
  styleUrl?: string | undefined;
  attribution?: string | undefined;
  /** Whether the map stands in a page that scrolls, and so leaves the wheel to the page. */
  embedded?: boolean;
  position: MapPosition | undefined;
  onPosition: (position: MapPosition) => void;
  children?: ReactNode;
}

const fitOptions = { padding: 56, maxZoom: 15, animate: false };
const wholeWorld = { longitude: 10, latitude: 30, zoom: 1 };

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

/** Creates the map once; undefined until then, null where the browser can't draw it. */
function useMap(props: MapCanvasProps) {
  const { t } = useTranslation('ui');
  const room = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibreMap | null>();
  // Only the beginning counts; later changes come from the map itself.
  const [start] = useState({
    ...(props.position ?? wholeWorld),
    embedded: props.embedded ?? true,
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
        maxZoom: 20,
        attributionControl: false,
        dragRotate: false,
        pitchWithRotate: false,
        cooperativeGestures: start.embedded,
        locale: texts,
      });
    } catch {
      setMap(null);
      return;
    }
    created.touchZoomRotate.disableRotation();
    setMap(created);
    return () => {
      setMap(undefined);
      created.remove();
    };
  }, [start, texts]);

  return { room, map };
}

/** The style follows mode and language. */
function useStyle(map: MapLibreMap | null | undefined, styleUrl: string | undefined) {
  const colours = useCanvasColours();
  const { locale } = useFormats();
  useEffect(() => {
    if (!map) return;
    let current = true;
    if (styleUrl) map.setStyle(styleUrl);
    else {
      baseStyle(colours, locale).then(
        (style) => current && map.setStyle(style),
        // Without its outlines the map still shows the objects.
        () => undefined,
      );
    }
    return () => {
      current = false;
    };
  }, [map, styleUrl, colours, locale]);
}

/** Tells where the map stands, now and after every move. */
function useMoves(map: MapLibreMap | null | undefined, { onViewport, onPosition }: MapCanvasProps) {
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

export function MapCanvas(props: MapCanvasProps) {
  const { objects, selectedId, onSelect, attribution, position, children } = props;
  const { t } = useTranslation('ui');
  const { room, map } = useMap(props);
  const placed = useMapMarkers(map ?? undefined, objects);
  useStyle(map, props.styleUrl);
  useMoves(map, props);

  const fit = (target: MapLibreMap) => {
    const bounds = boundsOf(objects);
    if (bounds) target.fitBounds(bounds, fitOptions);
  };
  const [isPlaced, setPlaced] = useState(position !== undefined);
  useEffect(() => {
    const bounds = boundsOf(objects);
    if (!map || isPlaced || !bounds) return;
    map.fitBounds(bounds, fitOptions);
    setPlaced(true);
  }, [map, isPlaced, objects]);

  const open = (object: MapObject) => {
    if ((object.count ?? 1) > 1) map?.easeTo({ center: [object.longitude, object.latitude], zoom: map.getZoom() + 2 });
    onSelect?.(object);
  };

  if (map === null) return <EmptyState title={t('map.unavailable')} description={t('map.unavailableReason')} />;
  return (
    <Box sx={{ position: 'absolute', inset: 0, bgcolor: 'primary.soft' }}>
      {/* Sized, not positioned: the library's own style makes it relative. */}
      <Box ref={room} sx={{ width: '100%', height: '100%', '& canvas:focus-visible': { outlineOffset: '-2px' } }} />
      {placed.map(({ object, element }) =>
        createPortal(
          <MapMarker object={object} selected={object.id === selectedId} onClick={() => open(object)} />,
          element,
          String(object.id),
        ),
      )}
      {map && <MapControls map={map} {...(objects.length > 0 ? { onFit: () => fit(map) } : {})} />}
      {attribution && (
        <Box
          sx={{
            position: 'absolute',
            right: 0,
            bottom: 0,
            px: 0.75,
            typography: 'caption',
            color: 'text.secondary',
            bgcolor: 'background.paper',
            borderTopLeftRadius: (theme) => theme.shape.borderRadius,
          }}
        >
          {attribution}
        </Box>
      )}
      {children}
    </Box>
  );
}
