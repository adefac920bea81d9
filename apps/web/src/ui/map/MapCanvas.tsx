import 'maplibre-gl/dist/maplibre-gl.css';
import { Box } from '@mui/material';
import type { Position } from '@stellwerk/contract/geo';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { type ReactNode, type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCanvasColours } from '../canvas/use-canvas-colours.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { rounded } from './area-shape.ts';
import { MapControls } from './MapControls.tsx';
import { MapMarkers } from './MapMarkers.tsx';
import { mapImage } from './map-image.ts';
import { type Bounds, boundsOf } from './map-position.ts';
import type {
  MapArea,
  MapHandle,
  MapObject,
  MapOverlay,
  MapPosition,
  MapTilt,
  MapViewport,
  MarkerStyle,
} from './map-types.ts';
import { markerStyle } from './marker-style.ts';
import { useCamera, useMap, useMoves } from './use-map.ts';
import { useMapHandles } from './use-map-handles.ts';
import { useAreaPress, useMapStyle } from './use-map-style.ts';

/** Moves the map, for the handler of a press. */
export interface MapCamera {
  zoom: number;
  zoomIn: () => void;
  /** Always zooms in, at most to `nearest`. */
  fit: (bounds: Bounds, nearest?: number) => void;
}

export interface MapCanvasProps {
  label: string;
  objects: readonly MapObject[];
  selectedId?: MapObject['id'] | undefined;
  /** Gets the object and its element on the map. */
  onSelect?: ((object: MapObject, element: HTMLElement) => void) | undefined;
  /** Absent: a press on a cluster zooms in. */
  onCluster?: ((cluster: MapObject, camera: MapCamera) => void) | undefined;
  onViewport?: ((viewport: MapViewport) => void) | undefined;
  areas?: readonly MapArea[];
  onSelectArea?: ((area: MapArea) => void) | undefined;
  overlay?: MapOverlay | undefined;
  /** Longitude and latitude of a track, oldest first. */
  track?: readonly Position[];
  handles?: readonly MapHandle[];
  onPress?: ((place: Position) => void) | undefined;
  markerStyle?: MarkerStyle;
  /** The initial view; absent: all objects. */
  fit?: Bounds | undefined;
  /** Maximum zoom of the initial view. */
  fitZoom?: number;
  /** The initial zoom, independent of the objects. */
  startZoom?: number | undefined;
  /** Present: the map can be tilted. */
  tilt?: MapTilt | undefined;
  isZoomLocked?: boolean;
  /** A static map: it cannot be moved, and its objects cannot be pressed. */
  isStill?: boolean;
  /** Address of another style or of tiles; by default the bundled base map. */
  styleUrl?: string | undefined;
  attribution?: string | undefined;
  /** The map is part of a scrolling page and leaves the wheel to the page. */
  embedded?: boolean;
  position: MapPosition | undefined;
  onPosition: (position: MapPosition) => void;
  /** Set while the map exists. */
  handleRef?: RefObject<MapImageHandle | null> | undefined;
  children?: ReactNode;
}

export interface MapImageHandle {
  /** The map as shown, with markers and attribution, in device pixels. */
  image: () => Promise<HTMLCanvasElement | null>;
}

const flat: MapTilt = { pitch: 0, bearing: 0 };
const none: readonly never[] = [];
const defaultFitZoom = 15;
const widestPaddingPx = 56;
/** A press on a cluster must zoom in by at least this step. */
const leastStep = 1;

function usePress(map: MapLibreMap | null | undefined, onPress: MapCanvasProps['onPress']) {
  const isActive = onPress !== undefined;
  const press = useEffectEvent((place: Position) => onPress?.(place));
  useEffect(() => {
    if (!map || !isActive) return;
    map.getCanvas().style.cursor = 'crosshair';
    const handler = map.on('click', ({ lngLat }) => press(rounded([lngLat.lng, lngLat.lat])));
    return () => {
      map.getCanvas().style.cursor = '';
      handler.unsubscribe();
    };
  }, [map, isActive]);
}

function useMapImage(
  map: MapLibreMap | null | undefined,
  attribution: string | undefined,
  handleRef: MapCanvasProps['handleRef'],
) {
  const colours = useCanvasColours();
  const image = useEffectEvent((target: MapLibreMap) => mapImage({ map: target, attribution, colours }));
  useEffect(() => {
    if (!map || !handleRef) return;
    handleRef.current = { image: () => image(map) };
    return () => {
      handleRef.current = null;
    };
  }, [map, handleRef]);
}

/** A stable function, so that unchanged markers do not render again. */
function useSteady(open: (object: MapObject, element: HTMLElement) => void) {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  return useCallback((object: MapObject, element: HTMLElement) => latest.current(object, element), []);
}

function Attribution({ text }: { text: string }) {
  return (
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
      {text}
    </Box>
  );
}

export function MapCanvas(props: MapCanvasProps) {
  const { label, objects, selectedId, onSelect, onCluster, position, startZoom, fit, children } = props;
  const { areas = none, track = none, handles = none, tilt, fitZoom = defaultFitZoom } = props;
  const { t } = useTranslation('ui');
  const isStill = props.isStill ?? false;
  const start = {
    label,
    position,
    embedded: props.embedded ?? true,
    tilt: tilt ?? flat,
    canTilt: tilt !== undefined,
    isStill,
  };
  const { room, map } = useMap(start);
  const isSolid = (tilt?.pitch ?? 0) > 0;
  const { attribution } = useMapStyle(map, props.styleUrl, { areas, overlay: props.overlay, track, isSolid });
  useMoves(map, props);
  useCamera(map, tilt ?? flat, props.isZoomLocked ?? false);
  useMapHandles(map ?? undefined, handles);
  useAreaPress(map, areas, props.onPress ? undefined : props.onSelectArea);
  usePress(map, props.onPress);
  const sources = props.attribution ?? attribution;
  useMapImage(map, sources, props.handleRef);

  const wanted = fit ?? boundsOf(objects);
  const bringIntoView = (target: MapLibreMap, bounds: Bounds, nearest = fitZoom) => {
    const angle = { pitch: target.getPitch(), bearing: target.getBearing() };
    const { clientWidth, clientHeight } = target.getContainer();
    const padding = Math.min(widestPaddingPx, Math.min(clientWidth, clientHeight) / 5);
    target.fitBounds(bounds, { padding, maxZoom: nearest, animate: false, ...angle });
  };
  const comeNearer = (target: MapLibreMap, bounds: Bounds, nearest: number | undefined) => {
    const zoom = target.getZoom();
    bringIntoView(target, bounds, nearest);
    // Bounds that already fill a small map would not zoom in.
    if (target.getZoom() < zoom + leastStep) target.jumpTo({ zoom: zoom + leastStep });
  };
  const [isPlaced, setPlaced] = useState(position !== undefined);
  const placeFirst = useEffectEvent((target: MapLibreMap, bounds: Bounds) => {
    bringIntoView(target, bounds);
    if (startZoom !== undefined) target.jumpTo({ zoom: startZoom });
    setPlaced(true);
  });
  const wantedText = JSON.stringify(wanted);
  useEffect(() => {
    const bounds: Bounds | undefined = wantedText === undefined ? undefined : JSON.parse(wantedText);
    if (map && !isPlaced && bounds) placeFirst(map, bounds);
  }, [map, isPlaced, wantedText]);

  const open = (object: MapObject, element: HTMLElement) => {
    if ((object.count ?? 1) === 1) return onSelect?.(object, element);
    if (!map) return;
    const zoom = map.getZoom();
    const zoomIn = () => map.easeTo({ center: [object.longitude, object.latitude], zoom: zoom + 2 });
    if (onCluster)
      return onCluster(object, { zoom, zoomIn, fit: (bounds, nearest) => comeNearer(map, bounds, nearest) });
    zoomIn();
    onSelect?.(object, element);
  };
  const press = useSteady(open);

  if (map === null) return <EmptyState title={t('map.unavailable')} description={t('map.unavailableReason')} />;
  return (
    <Box sx={[{ position: 'absolute', inset: 0, bgcolor: 'primary.soft' }, markerStyle]}>
      {/* Sized, not positioned: the library's own style sets `position: relative`. */}
      <Box ref={room} sx={{ width: '100%', height: '100%', '& canvas:focus-visible': { outlineOffset: '-2px' } }} />
      {map && (
        <MapMarkers
          map={map}
          objects={objects}
          chosenId={selectedId}
          design={props.markerStyle ?? 'pin'}
          onPress={isStill ? undefined : press}
        />
      )}
      {map && !isStill && (
        <MapControls
          map={map}
          canZoom={!props.isZoomLocked}
          {...(wanted ? { onFit: () => bringIntoView(map, wanted) } : {})}
        />
      )}
      {sources && <Attribution text={sources} />}
      {children}
    </Box>
  );
}
