import type { StyleSpecification } from 'maplibre-gl';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import worldUrl from 'world-atlas/countries-50m.json?url';
import type { CanvasColours } from '../canvas/use-canvas-colours.ts';
import { fontFamily } from '../theme/tokens.ts';
import { labelPoint } from './label-point.ts';

type Countries = Topology<{ countries: GeometryCollection<{ name: string }> }>;
type World = ReturnType<typeof readWorld>;

const readWorld = (topology: Countries) => feature(topology, topology.objects.countries);

let world: Promise<World> | undefined;

/** Natural Earth's countries, bundled with the web client: the map works without internet. */
function loadWorld(): Promise<World> {
  world ??= fetch(worldUrl)
    .then((response) => response.json())
    .then((topology: Countries) => readWorld(topology))
    .catch((cause: unknown) => {
      world = undefined;
      throw cause;
    });
  return world;
}

/** The atlas has English names and ISO numbers; the browser translates the name of a numbered region. */
function countryName(id: string | number | undefined, fallback: string, names: Intl.DisplayNames): string {
  if (id === undefined) return fallback;
  try {
    const { region } = new Intl.Locale(`und-${id}`);
    return (region && names.of(region)) || fallback;
  } catch {
    return fallback;
  }
}

function labels(countries: World, locale: string): GeoJSON.FeatureCollection<GeoJSON.Point> {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return {
    type: 'FeatureCollection',
    features: countries.features.flatMap(({ id, properties, geometry }) => {
      const place = labelPoint(geometry);
      if (!place) return [];
      return [
        {
          type: 'Feature' as const,
          properties: { name: countryName(id, properties.name, names), size: place.size },
          geometry: { type: 'Point' as const, coordinates: place.coordinates },
        },
      ];
    }),
  };
}

/** Land, borders and names in the theme's colours. Glyphs are drawn by the browser, so no font server is needed. */
export async function baseStyle(colours: CanvasColours, locale: string): Promise<StyleSpecification> {
  const countries = await loadWorld();
  return {
    version: 8,
    sources: {
      countries: { type: 'geojson', data: countries, maxzoom: 8, tolerance: 0.5 },
      labels: { type: 'geojson', data: labels(countries, locale), maxzoom: 8 },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colours.primarySoft } },
      { id: 'land', type: 'fill', source: 'countries', paint: { 'fill-color': colours.raised } },
      {
        id: 'borders',
        type: 'line',
        source: 'countries',
        paint: {
          'line-color': colours.borderStrong,
          'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 6, 1.2],
        },
      },
      {
        id: 'names',
        type: 'symbol',
        source: 'labels',
        layout: {
          'text-field': ['get', 'name'],
          'text-font': [fontFamily.split(',')[0]?.replaceAll('"', '') ?? 'sans-serif'],
          'text-size': ['interpolate', ['linear'], ['zoom'], 1, 10, 6, 15],
          'text-max-width': 7,
          'symbol-sort-key': ['-', 0, ['get', 'size']],
        },
        paint: { 'text-color': colours.textSecondary, 'text-halo-color': colours.raised, 'text-halo-width': 1.5 },
      },
    ],
  };
}
