import { z } from 'zod';
import { dataOf, isoTime, listOf, maxPageSize } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { flag, textList } from './core/query.ts';
import { defineRoute } from './core/route.ts';
import { jsonFields } from './core/spec-list.ts';
import { geoPolygon, latitude, longitude } from './geo.ts';
import { stateKey, stateValue } from './state.ts';
import { statuses, twinCategories, twinFilter, twinTag, twinTypes } from './twin.ts';

export const clusterDefaults = { clusterDistance: 50, zoom: 20, pitch: 50, bearing: 0 } as const;
export const maxZoom = 22;
export const maxMapItems = 2_000;

const clusterDistance = z.coerce.number().int().min(10).max(500);
const ownOptions = { excludeZones: flag, hideStatelessPolygons: flag };

export const mapOptions = {
  excludeZones: ownOptions.excludeZones.default(false),
  /** Leaves out areas of twins without a state. */
  hideStatelessPolygons: ownOptions.hideStatelessPolygons.default(false),
  /** The specification's form: the same options and `clusterDistance` as a JSON object. */
  options: jsonFields(z.object({ ...ownOptions, clusterDistance })).optional(),
};

/** Options of the JSON object win. */
export const withMapOptions = <Q extends { options?: object | undefined }>({ options, ...query }: Q) => ({
  ...query,
  ...options,
});

export const mapFilter = twinFilter.extend({
  ...mapOptions,
  /** Keys of the states whose values are printed at single markers. */
  stateKeys: textList(stateKey, 5).optional(),
});

const box = {
  north: z.coerce.number().pipe(latitude),
  east: z.coerce.number().pipe(longitude),
  south: z.coerce.number().pipe(latitude),
  /** Greater than east where the box crosses the 180th meridian. */
  west: z.coerce.number().pipe(longitude),
};
const zoom = z.coerce.number().min(0).max(maxZoom);
const position = { latitude: z.number(), longitude: z.number() };

export const markerValue = z.object({
  key: z.string(),
  title: z.string(),
  unit: z.string(),
  value: stateValue,
  decimals: z.int().nullable(),
  status: z.enum(statuses),
});

export const mapTwin = z.object({
  id: z.int(),
  title: z.string(),
  type: z.enum(twinTypes),
  category: z.enum(twinCategories),
  icon: z.string(),
  status: z.enum(statuses),
  ...position,
  values: z.array(markerValue),
});
export type MapTwin = z.output<typeof mapTwin>;

export const cluster = z.object({
  /** Zoom and grid cell; input of the break-open call. */
  id: z.string(),
  count: z.int(),
  /** The worst status of its twins. */
  status: z.enum(statuses),
  ...position,
});
export type Cluster = z.output<typeof cluster>;

export const mapArea = z.object({
  twinId: z.int(),
  title: z.string(),
  type: z.enum(twinTypes),
  status: z.enum(statuses),
  polygon: geoPolygon,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});
export type MapArea = z.output<typeof mapArea>;

export const mapContent = z.object({
  clusters: z.array(cluster),
  twins: z.array(mapTwin),
  areas: z.array(mapArea),
  /** There are more single twins or areas than the limit; zoom in for all. */
  isCut: z.boolean(),
});
export type MapContent = z.output<typeof mapContent>;

export const readGeoClusters = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/geo-clusters/',
  tag: twinTag,
  summary: 'What a map shows in a box: clusters, single twins and areas',
  permission: 'DigitalTwin.list',
  query: mapFilter.extend({
    ...box,
    zoom,
    clusterDistance: clusterDistance.default(clusterDefaults.clusterDistance),
  }),
  response: dataOf(mapContent),
  errors: ['ACCOUNT_NOT_FOUND', 'DTWIN_NOT_FOUND', 'USER_NOT_FOUND'],
});

export const clusterId = z.string().regex(/^\d{1,2}(\.\d+)?_\d{1,4}_\d{1,10}_\d{1,10}$/);

/** Requires the same filters as the cluster itself. */
export const breakOpenCluster = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/geo-clusters/break-open/{id}',
  tag: twinTag,
  summary: 'The twins of a cluster by title',
  permission: 'DigitalTwin.list',
  params: z.object({ id: clusterId }),
  query: mapFilter.extend({
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(maxPageSize).default(maxPageSize),
  }),
  response: listOf(mapTwin),
  errors: ['ACCOUNT_NOT_FOUND', 'DTWIN_NOT_FOUND', 'USER_NOT_FOUND'],
});

/** Bounds are null if no twin has a position. Floors with an overlay image can be shown as indoor maps. */
export const geoMeta = z.object({
  count: z.int(),
  bounds: z.object({ north: z.number(), east: z.number(), south: z.number(), west: z.number() }).nullable(),
  floors: z.array(
    z.object({
      twinId: z.int(),
      title: z.string(),
      floorNumber: z.int().nullable(),
      bounds: z.object({ north: z.number(), east: z.number(), south: z.number(), west: z.number() }),
    }),
  ),
});
export type GeoMeta = z.output<typeof geoMeta>;

export const readGeoMeta = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/geo-meta-infos/',
  tag: twinTag,
  summary: 'How much there is to show on a map, and where',
  permission: 'DigitalTwin.list',
  query: mapFilter,
  response: dataOf(geoMeta),
  errors: ['ACCOUNT_NOT_FOUND', 'DTWIN_NOT_FOUND', 'USER_NOT_FOUND'],
});

export const readGeoHistory = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/{id}/geo-history',
  tag: twinTag,
  summary: 'Where a twin was, oldest first',
  permission: 'DigitalTwin.read',
  params: z.object({ id: textIdOf('twin') }),
  query: z.object({
    dateStart: isoTime,
    dateEnd: isoTime.optional(),
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
  }),
  response: listOf(z.object({ timestamp: isoTime, ...position })),
  errors: ['DTWIN_NOT_FOUND', 'HISTORY_SPAN_INVALID'],
});

/** Style and tile URLs of the operator; null for the built-in map. */
export const mapStyles = ['default', 'satellite', 'streets', 'combo'] as const;
export type MapStyle = (typeof mapStyles)[number];

export const readMapStyles = defineRoute({
  method: 'GET',
  path: '/api/v1/map-styles',
  tag: twinTag,
  summary: 'Addresses of the map styles that the operator has set up (MAP_STYLES)',
  public: true,
  response: dataOf(z.record(z.enum(mapStyles), z.string().nullable())),
});
