import { z } from 'zod';
import { connectorStates } from './connector.ts';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import { alarmSeverities, ruleResults } from './rule.ts';
import { currentValue, valueTypes } from './state.ts';
import { statuses, twinCategories, twinTypes } from './twin.ts';

const tag = 'favourites';

export const favouriteSizes = ['small', 'medium', 'large'] as const;
export type FavouriteSize = (typeof favouriteSizes)[number];

export const favouriteTypes = ['twin', 'state', 'dashboard', 'rule', 'connector', 'driver'] as const;
export type FavouriteType = (typeof favouriteTypes)[number];

export const maxFavourites = 1_000;

/** Fields of every tile: title and account. */
const named = z.object({ id: z.int(), title: z.string(), tenantId: z.int(), tenantName: z.string() });
const place = z.object({ id: z.int(), title: z.string(), category: z.enum(twinCategories) });

/** Fields that a small tile shows of each kind of object; larger tiles load further data themselves. */
const objects = {
  /** Virtual devices included. */
  twin: named.extend({
    type: z.enum(twinTypes),
    category: z.enum(twinCategories),
    icon: z.string(),
    status: z.enum(statuses),
  }),
  state: named.extend({
    key: z.string(),
    unit: z.string(),
    icon: z.string(),
    valueType: z.enum(valueTypes),
    decimals: z.int().nullable(),
    validSeconds: z.int().nullable(),
    ...currentValue.shape,
    dtwin: place,
  }),
  dashboard: named.extend({
    widgetCount: z.int(),
    /** The first widgets in their order. */
    widgets: z.array(z.object({ title: z.string(), type: z.string() })),
    updatedAt: isoTime,
  }),
  rule: named.extend({
    active: z.boolean(),
    lastResult: z.enum(ruleResults).nullable(),
    lastEvaluatedAt: isoTime.nullable(),
    lastExecutedAt: isoTime.nullable(),
    openAlarm: z.object({ id: z.int(), severity: z.enum(alarmSeverities) }).nullable(),
    dtwin: place,
  }),
  connector: named.extend({
    /** The connector's kind: the name of its plug-in. */
    type: z.string(),
    state: z.enum(connectorStates),
    /** As in the list of connectors. */
    hasConnection: z.boolean(),
    lastPacketAt: isoTime.nullable(),
    deviceCount: z.int(),
  }),
  driver: named.extend({
    manufacturer: z.string(),
    publishedVersion: z.int().nullable(),
    deviceCount: z.int(),
  }),
};

const favouriteOf = <T extends FavouriteType, O extends z.ZodType>(type: T, object: O) =>
  z.object({
    id: z.int(),
    type: z.literal(type),
    size: z.enum(favouriteSizes),
    /** Position from 0 among the favourites that the caller sees. */
    position: z.int(),
    object,
  });

/** The caller's own favourites of objects that they may still see. Favourites of hidden objects keep their position. */
export const favourite = z.discriminatedUnion('type', [
  favouriteOf('twin', objects.twin),
  favouriteOf('state', objects.state),
  favouriteOf('dashboard', objects.dashboard),
  favouriteOf('rule', objects.rule),
  favouriteOf('connector', objects.connector),
  favouriteOf('driver', objects.driver),
]);
export type Favourite = z.output<typeof favourite>;
/** The fields of each kind of object. */
export type FavouriteObjects = { [T in FavouriteType]: z.output<(typeof objects)[T]> };
export type FavouriteOf<T extends FavouriteType> = Extract<Favourite, { type: T }>;

export const listFavourites = defineRoute({
  method: 'GET',
  path: '/api/v1/favorites',
  tag,
  summary: 'The caller’s favourites in their order',
  permission: 'login',
  query: listQuery.omit({ sort: true, search: true }),
  response: listOf(favourite),
});

/** For star icons: all favourites at once, without data of their objects. */
export const listFavouriteMarks = defineRoute({
  method: 'GET',
  path: '/api/v1/favorites/marks',
  tag,
  summary: 'Which objects the caller has starred',
  permission: 'login',
  response: dataOf(
    z.array(z.object({ id: z.int(), type: z.enum(favouriteTypes), objectId: z.int() })).max(maxFavourites),
  ),
});

const position = z
  .int()
  .min(0)
  .max(maxFavourites - 1);
const shape = { size: z.enum(favouriteSizes).optional(), position: position.optional() };

/** Size and position restore a removed favourite; by default it is medium-sized and last. */
const newFavourite = z.discriminatedUnion('type', [
  z.object({ type: z.literal('twin'), twinId: idOf('twin'), ...shape }),
  z.object({ type: z.literal('state'), stateId: idOf('state'), ...shape }),
  z.object({ type: z.literal('dashboard'), dashboardId: idOf('dashboard'), ...shape }),
  z.object({ type: z.literal('rule'), ruleId: idOf('rule'), ...shape }),
  z.object({ type: z.literal('connector'), connectorId: idOf('connector'), ...shape }),
  z.object({ type: z.literal('driver'), driverId: idOf('driver'), ...shape }),
]);
export type NewFavourite = z.output<typeof newFavourite>;

/** A second call for the same object returns the existing favourite. */
export const createFavourite = defineRoute({
  method: 'POST',
  path: '/api/v1/favorites',
  tag,
  summary: 'Star an object',
  permission: 'login',
  narrowed: true,
  body: newFavourite,
  response: dataOf(favourite),
  status: 201,
  errors: [
    'DTWIN_NOT_FOUND',
    'DTWIN_STATE_NOT_FOUND',
    'DASHBOARD_NOT_FOUND',
    'RULE_NOT_FOUND',
    'BRIDGE_NOT_FOUND',
    'DEVICEDRIVER_NOT_FOUND',
    'FAVOURITES_TOO_MANY',
  ],
});

const params = z.object({ id: textIdOf('favourite') });

/** `position` counts from 0; the other favourites move up or down. */
export const updateFavourite = defineRoute({
  method: 'PUT',
  path: '/api/v1/favorites/{id}',
  tag,
  summary: 'Resize or move a favourite',
  permission: 'login',
  params,
  body: z.object(shape),
  response: dataOf(favourite),
  errors: ['FAVOURITE_NOT_FOUND'],
});

export const deleteFavourite = defineRoute({
  method: 'DELETE',
  path: '/api/v1/favorites/{id}',
  tag,
  summary: 'Take the star away',
  permission: 'login',
  params,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: ['FAVOURITE_NOT_FOUND'],
});
