import type { GeoPolygon, Position } from '@stellwerk/contract/geo';

const earthMeters = 6_371_008.8;
const circleCorners = 64;
const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
const toDegrees = (radians: number) => (radians * 180) / Math.PI;

interface Middle {
  latitude: number | null;
  longitude: number | null;
}

/** The point at a distance and bearing on the sphere (destination formula). */
function pointAt([longitude, latitude]: Position, meters: number, direction: number): Position {
  const way = meters / earthMeters;
  const north = toRadians(latitude);
  const sine = Math.sin(north) * Math.cos(way) + Math.cos(north) * Math.sin(way) * Math.cos(direction);
  const east = Math.atan2(
    Math.sin(direction) * Math.sin(way) * Math.cos(north),
    Math.cos(way) - Math.sin(north) * sine,
  );
  return [longitude + toDegrees(east), toDegrees(Math.asin(sine))];
}

/** Longitudes continue beyond 180 across the date line, so that an area in the Pacific does not span the world. */
function unwrapped(points: readonly Position[]): Position[] {
  let last = points[0]?.[0] ?? 0;
  return points.map(([longitude, latitude]) => {
    last = longitude + Math.round((last - longitude) / 360) * 360;
    return [last, latitude];
  });
}

/** The corners of an area, with the first one repeated at the end; empty for a circle without a centre. */
export function ringOf(shape: GeoPolygon, { latitude, longitude }: Middle): Position[] {
  const corners =
    shape.kind === 'polygon'
      ? unwrapped(shape.points)
      : latitude === null || longitude === null
        ? []
        : Array.from({ length: circleCorners }, (_, index) =>
            pointAt([longitude, latitude], shape.radiusMeters, (index / circleCorners) * 2 * Math.PI),
          );
  const [first] = corners;
  return first ? [...corners, first] : [];
}

export function rectangleOf(one: Position, other: Position): Position[] {
  return [one, [other[0], one[1]], other, [one[0], other[1]]];
}

export function distanceMeters(one: Position, other: Position): number {
  const north = toRadians(other[1] - one[1]);
  const east = toRadians(other[0] - one[0]);
  const half =
    Math.sin(north / 2) ** 2 + Math.cos(toRadians(one[1])) * Math.cos(toRadians(other[1])) * Math.sin(east / 2) ** 2;
  return 2 * earthMeters * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Rounds to about a centimetre, which is exact enough for a drawing. */
export const rounded = ([longitude, latitude]: Position): Position => {
  const inWorld = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return [Number(inWorld.toFixed(7)), Number(Math.min(90, Math.max(-90, latitude)).toFixed(7))];
};

export const pointsToText = (points: readonly Position[]): string =>
  points.map(([longitude, latitude]) => `${latitude}, ${longitude}`).join('\n');

/** Reads latitude and longitude, one pair per line; undefined if a line is not a pair. */
export function pointsFromText(text: string): Position[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const points = lines.map((line): Position | undefined => {
    const [latitude, longitude, ...rest] = line
      .trim()
      .split(/\s*[,;]\s*|\s+/)
      .map(Number);
    if (latitude === undefined || longitude === undefined || rest.length > 0) return undefined;
    return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [longitude, latitude] : undefined;
  });
  return points.every((point) => point !== undefined) ? points : undefined;
}
