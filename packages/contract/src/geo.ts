import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { defineRoute } from './core/route.ts';

export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);

export const bounds = z
  .object({ north: latitude, east: longitude, south: latitude, west: longitude })
  .refine(({ north, south }) => north > south, { path: ['north'] });
export type Bounds = z.output<typeof bounds>;

/** Longitude, latitude: the order of GeoJSON (RFC 7946, 3.1.1). */
export const position = z.tuple([longitude, latitude]);
export type Position = z.output<typeof position>;

/** A polygon is open: its last point is connected to the first. A circle is centred on the twin and moves with it. */
export const geoPolygon = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('polygon'), points: z.array(position).min(3).max(500) }),
  z.object({ kind: z.literal('circle'), radiusMeters: z.number().min(1).max(100_000) }),
]);
export type GeoPolygon = z.output<typeof geoPolygon>;

export const foundPlace = z.object({ label: z.string(), latitude, longitude });
export type FoundPlace = z.output<typeof foundPlace>;

/** Queries the operator's geocoding service (GEOCODE_URL, Nominatim API); without one the result is empty. */
export const geocode = defineRoute({
  method: 'GET',
  path: '/api/v1/geocode',
  tag: 'twins',
  summary: 'Places for an address, the best first; at most five',
  permission: 'login',
  /** Without an address, only `isAvailable` is reported. */
  query: z.object({ address: z.string().trim().min(3).max(200).optional() }),
  response: dataOf(z.object({ isAvailable: z.boolean(), places: z.array(foundPlace) })),
  errors: ['GEOCODE_UNREACHABLE'],
});
