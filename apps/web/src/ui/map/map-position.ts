import type { MapObject, MapPosition } from './map-types.ts';

export function positionToText({ longitude, latitude, zoom }: MapPosition): string {
  return [longitude.toFixed(5), latitude.toFixed(5), zoom.toFixed(2)].join(' ');
}

/** Reads a stored position; undefined if it is malformed. */
export function positionFromText(text: string | null): MapPosition | undefined {
  const [longitude, latitude, zoom, ...rest] = (text ?? '')
    .split(' ')
    .map((part) => (part === '' ? Number.NaN : Number(part)));
  if (longitude === undefined || latitude === undefined || zoom === undefined || rest.length > 0) return undefined;
  const isPlace = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 && zoom >= 0 && zoom <= 24;
  return isPlace ? { longitude, latitude, zoom } : undefined;
}

export type Bounds = [west: number, south: number, east: number, north: number];

/** The smallest box around all objects; undefined without any. */
export function boundsOf(objects: readonly Pick<MapObject, 'longitude' | 'latitude'>[]): Bounds | undefined {
  const places = objects.filter(({ longitude, latitude }) => Number.isFinite(longitude) && Number.isFinite(latitude));
  const [first] = places;
  if (!first) return undefined;
  return places.reduce<Bounds>(
    ([west, south, east, north], { longitude, latitude }) => [
      Math.min(west, longitude),
      Math.min(south, latitude),
      Math.max(east, longitude),
      Math.max(north, latitude),
    ],
    [first.longitude, first.latitude, first.longitude, first.latitude],
  );
}
