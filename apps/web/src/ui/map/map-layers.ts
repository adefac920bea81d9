import type { Position } from '@stellwerk/contract/geo';
import type { ExpressionSpecification, GeoJSONSource, ImageSource, Map as MapLibreMap } from 'maplibre-gl';
import type { CanvasColours } from '../canvas/use-canvas-colours.ts';
import type { Status } from '../status/StatusChip.tsx';
import { addPatterns, patternOf } from './area-pattern.ts';
import { ringOf } from './area-shape.ts';
import { fontOf } from './map-style.ts';
import type { MapArea, MapOverlay } from './map-types.ts';

export interface MapLayers {
  areas: readonly MapArea[];
  /** The word for a status, so that an area does not depend on its colour alone. */
  statusWord: (status: Status) => string;
  overlay: MapOverlay | undefined;
  /** A track, oldest point first. */
  track: readonly Position[];
  isSolid: boolean;
}

export const areaLayer = 'areas-fill';
const overlayId = 'overlay';
const lowestMeters = 3;

function featuresOf({ areas, statusWord }: MapLayers): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: areas.flatMap((area): GeoJSON.Feature[] => {
      const { id, label, status, shape, heightMeters = lowestMeters } = area;
      const ring = ringOf(shape, area);
      if (ring.length === 0) return [];
      // The status ok needs no word; the others get one in addition to their pattern.
      const text = status === 'ok' ? label : `${label}\n${statusWord(status)}`;
      const properties = { id, text, status, pattern: patternOf(status), height: heightMeters };
      return [{ type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } }];
    }),
  };
}

const byStatus = ({ status }: CanvasColours): ExpressionSpecification => [
  'match',
  ['get', 'status'],
  'ok',
  status.ok,
  'warning',
  status.warning,
  'error',
  status.error,
  'info',
  status.info,
  status.unknown,
];

function addAreas(map: MapLibreMap, colours: CanvasColours): void {
  addPatterns(map, colours);
  map.addSource('areas', { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
  const source = 'areas';
  const colour = byStatus(colours);
  map.addLayer({ id: areaLayer, type: 'fill', source, paint: { 'fill-color': colour, 'fill-opacity': 0.2 } });
  map.addLayer({ id: 'areas-pattern', type: 'fill', source, paint: { 'fill-pattern': ['get', 'pattern'] } });
  map.addLayer({ id: 'areas-line', type: 'line', source, paint: { 'line-color': colour, 'line-width': 2 } });
  map.addLayer({
    id: 'areas-solid',
    type: 'fill-extrusion',
    source,
    layout: { visibility: 'none' },
    paint: {
      'fill-extrusion-color': colour,
      'fill-extrusion-opacity': 0.6,
      'fill-extrusion-height': ['get', 'height'],
    },
  });
  map.addLayer({
    id: 'areas-text',
    type: 'symbol',
    source,
    layout: {
      'text-field': ['get', 'text'],
      'text-font': fontOf(map),
      'text-size': 12,
      'text-max-width': 10,
      // Below the marker, which is usually in the middle.
      'text-anchor': 'top',
      'text-offset': [0, 0.5],
    },
    paint: { 'text-color': colours.text, 'text-halo-color': colours.surface, 'text-halo-width': 1.5 },
  });
}

function addTrack(map: MapLibreMap, colours: CanvasColours): void {
  map.addSource('track', { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
  map.addLayer({
    id: 'track',
    type: 'line',
    source: 'track',
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': colours.primary, 'line-width': 3 },
  });
}

const wayOf = (track: readonly Position[]): GeoJSON.GeoJSON =>
  track.length > 1 ? { type: 'LineString', coordinates: [...track] } : { type: 'FeatureCollection', features: [] };

function drawOverlay(map: MapLibreMap, overlay: MapOverlay | undefined): void {
  const known = map.getSource<ImageSource>(overlayId);
  if (!overlay) {
    if (map.getLayer(overlayId)) map.removeLayer(overlayId);
    if (known) map.removeSource(overlayId);
    return;
  }
  const { north, east, south, west } = overlay.bounds;
  const corners: [Position, Position, Position, Position] = [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ];
  if (known) {
    known.updateImage({ url: overlay.url, coordinates: corners });
    return;
  }
  map.addSource(overlayId, { type: 'image', url: overlay.url, coordinates: corners });
  map.addLayer({ id: overlayId, type: 'raster', source: overlayId }, areaLayer);
}

/** Adds areas, plan and track to a loaded style. Each new style begins without them. */
export function drawLayers(map: MapLibreMap, layers: MapLayers, colours: CanvasColours): void {
  if (!map.getSource('areas')) addAreas(map, colours);
  if (!map.getSource('track')) addTrack(map, colours);
  map.getSource<GeoJSONSource>('areas')?.setData(featuresOf(layers));
  map.getSource<GeoJSONSource>('track')?.setData(wayOf(layers.track));
  map.setLayoutProperty('areas-solid', 'visibility', layers.isSolid ? 'visible' : 'none');
  drawOverlay(map, layers.overlay);
}
