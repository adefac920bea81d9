import { z } from 'zod';
import { dataOf, isoTime } from './core/envelope.ts';
import { textIdOf, textNumber } from './core/id.ts';
import { flag, textList } from './core/query.ts';
import { defineRoute, raw } from './core/route.ts';
import { bounds, latitude, longitude } from './geo.ts';
import { currentValue, stateKey, stateLayouts, valueTypes, visualisation } from './state.ts';
import { historySeries } from './state-history.ts';
import { statusBelow, statuses, twinPlace, twinTag, twinTypes } from './twin.ts';
import { clusterDefaults, clusterId, geoMeta, mapContent, mapTwin, maxZoom } from './twin-map.ts';
import { visualisationRanges } from './visualisation-range.ts';

const params = z.object({ id: textIdOf('twin') });

/** A share without its key: only the hash is stored, so the key is returned once, on creation. */
export const twinShare = z.object({
  id: z.int(),
  createdAt: isoTime,
  createdBy: z.string().nullable(),
  /** After this time its links return the same error as an unknown key. */
  validUntil: isoTime,
  expired: z.boolean(),
});
export type TwinShare = z.output<typeof twinShare>;

export const createdTwinShare = twinShare.extend({
  /** 128 bits; grants read access to this twin and its subtree. */
  key: z.string(),
});
export type CreatedTwinShare = z.output<typeof createdTwinShare>;

/** A forgotten share must expire at some time. */
export const maxShareYears = 10;

/** Without a time, the share ends a year from now. */
const shareEnd = z.object({ validUntil: isoTime.optional() }).nullish();

export const canShareTwin = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/sharing/can-share/{id}',
  tag: twinTag,
  summary: 'May the caller share this twin? Needs DigitalTwin.manage there and the module twin-sharing',
  permission: 'DigitalTwin.read',
  params,
  response: dataOf(z.object({ canShare: z.boolean() })),
  errors: ['DTWIN_NOT_FOUND'],
});

export const isTwinShared = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/sharing/is-shared/{id}',
  tag: twinTag,
  summary: 'Is this twin shared, by itself or by one above it?',
  permission: 'DigitalTwin.read',
  params,
  response: dataOf(z.object({ isShared: z.boolean(), isSharedAbove: z.boolean() })),
  errors: ['DTWIN_NOT_FOUND'],
});

export const findShareKey = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/sharing/find-existing-key/{id}',
  tag: twinTag,
  summary: 'Since when and until when this twin is shared, for those who may share it; the key itself cannot be read',
  permission: 'DigitalTwin.manage',
  params,
  response: dataOf(twinShare.nullable()),
  errors: ['DTWIN_NOT_FOUND'],
});

/** One share per twin. A twin that is already shared needs `replace-key`, because its key can't be read any more. */
export const createShareKey = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/sharing/create-key/{id}',
  tag: twinTag,
  summary: 'Share a twin publicly for a year, or until the time given; the key is in this answer alone',
  permission: 'DigitalTwin.manage',
  params,
  body: shareEnd,
  response: dataOf(createdTwinShare),
  status: 201,
  errors: ['DTWIN_NOT_FOUND', 'DTWIN_ALREADY_SHARED', 'MODULE_INACTIVE', 'VALIDATION_ERROR'],
});

export const renewShareKey = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/sharing/renew-key/{id}',
  tag: twinTag,
  summary: 'Let the links of a shared twin work for a year from now or until the time given, also if they have expired',
  permission: 'DigitalTwin.manage',
  params,
  body: shareEnd,
  response: dataOf(twinShare),
  errors: ['DTWIN_NOT_FOUND', 'DTWIN_NOT_SHARED', 'MODULE_INACTIVE', 'VALIDATION_ERROR'],
});

export const replaceShareKey = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/sharing/replace-key/{id}',
  tag: twinTag,
  summary:
    'A new key for a shared twin, for a year or until the time given; links with the old one stop working at once',
  permission: 'DigitalTwin.manage',
  params,
  body: shareEnd,
  response: dataOf(createdTwinShare),
  errors: ['DTWIN_NOT_FOUND', 'DTWIN_NOT_SHARED', 'MODULE_INACTIVE', 'VALIDATION_ERROR'],
});

export const deleteShareKey = defineRoute({
  method: 'DELETE',
  path: '/api/v1/digitaltwin/sharing/delete-key/{id}',
  tag: twinTag,
  summary: 'End the sharing; links with the key stop working at once and for good',
  permission: 'DigitalTwin.manage',
  params,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: ['DTWIN_NOT_FOUND', 'DTWIN_NOT_SHARED'],
});

/**
 * Wrong, ended and expired keys and twins outside of the share return the same error. Too many wrong keys lock the
 * client out.
 */
const publicErrors = ['SHARE_NOT_FOUND', 'RATE_LIMITED'] as const;
const shareKey = z.string().regex(/^[0-9a-f]{32}$/);
/** Not an id for the gate: the key decides about access. */
const publicTwin = textNumber;
const publicParams = z.object({ key: shareKey, dtwin: publicTwin });

export const publicState = z.object({
  stateId: z.int(),
  key: z.string(),
  title: z.string(),
  unit: z.string(),
  icon: z.string(),
  valueType: z.enum(valueTypes),
  layout: z.enum(stateLayouts),
  visualisation,
  validSeconds: z.int().nullable(),
  ...currentValue.shape,
});
export type PublicState = z.output<typeof publicState>;

/** Only title, values and position: no contacts, attachments or properties. Hidden states are left out. */
export const readPublicTwin = defineRoute({
  method: 'GET',
  path: '/api/v1/public/{key}/twin/{dtwin}',
  tag: twinTag,
  summary: 'A shared twin with its values, and the twins right below it',
  public: true,
  params: publicParams,
  response: dataOf(
    z.object({
      id: z.int(),
      title: z.string(),
      type: z.enum(twinTypes),
      status: z.enum(statuses),
      below: statusBelow,
      latitude: latitude.nullable(),
      longitude: longitude.nullable(),
      hasBackgroundImage: z.boolean(),
      hasOverlay: z.boolean(),
      overlayBounds: bounds.nullable(),
      ancestors: z.array(twinPlace),
      /** Child twins, at most a hundred. */
      children: z.array(
        z.object({
          id: z.int(),
          title: z.string(),
          type: z.enum(twinTypes),
          status: z.enum(statuses),
          below: statusBelow,
        }),
      ),
      states: z.array(publicState),
    }),
  ),
  errors: publicErrors,
});

export const readPublicHistory = defineRoute({
  method: 'GET',
  path: '/api/v1/public/{key}/twin/{dtwin}/history',
  tag: twinTag,
  summary: 'The line of a state of a shared twin over the time range of its visualisation',
  public: true,
  params: publicParams,
  query: z.object({ key: z.string().max(64), timeRange: z.enum(visualisationRanges) }),
  response: dataOf(historySeries.pick({ points: true, binMs: true })),
  errors: publicErrors,
});

export const readPublicImage = defineRoute({
  method: 'GET',
  path: '/api/v1/public/{key}/twin/{dtwin}/images/{kind}',
  tag: twinTag,
  summary: 'Background or overlay image of a shared twin',
  public: true,
  params: publicParams.extend({ kind: z.enum(['background', 'overlay']) }),
  response: raw('image/*'),
  errors: [...publicErrors, 'FILE_NOT_FOUND', 'FILE_IMAGE_TOO_LARGE', 'FILE_IMAGE_UNREADABLE'],
});

const publicMapQuery = z.object({
  excludeZones: flag.default(false),
  hideStatelessPolygons: flag.default(false),
  /** Keys of the states whose values are printed at single markers; hidden states are left out. */
  stateKeys: textList(stateKey, 5).optional(),
});

export const readPublicGeoMeta = defineRoute({
  method: 'GET',
  path: '/api/v1/public/{key}/twin/{dtwin}/geo-meta-infos',
  tag: twinTag,
  summary: 'How much of a shared twin there is to show on a map, and where',
  public: true,
  params: publicParams,
  query: publicMapQuery,
  response: dataOf(geoMeta),
  errors: publicErrors,
});

export const readPublicGeoClusters = defineRoute({
  method: 'GET',
  path: '/api/v1/public/{key}/twin/{dtwin}/geo-clusters',
  tag: twinTag,
  summary: 'What the map of a shared twin shows in a box',
  public: true,
  params: publicParams,
  query: publicMapQuery.extend({
    north: z.coerce.number().pipe(latitude),
    east: z.coerce.number().pipe(longitude),
    south: z.coerce.number().pipe(latitude),
    west: z.coerce.number().pipe(longitude),
    zoom: z.coerce.number().min(0).max(maxZoom),
    clusterDistance: z.coerce.number().int().min(10).max(500).default(clusterDefaults.clusterDistance),
  }),
  response: dataOf(mapContent),
  errors: publicErrors,
});

export const breakOpenPublicCluster = defineRoute({
  method: 'GET',
  path: '/api/v1/public/{key}/twin/{dtwin}/geo-clusters/break-open/{cluster}',
  tag: twinTag,
  summary: 'The first hundred twins of a cluster on the map of a shared twin',
  public: true,
  params: publicParams.extend({ cluster: clusterId }),
  query: publicMapQuery,
  response: dataOf(z.array(mapTwin)),
  errors: publicErrors,
});
