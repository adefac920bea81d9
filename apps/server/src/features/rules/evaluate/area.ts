import type { GeoPolygon, Position } from '@stellwerk/contract/geo';

/** A twin of type zone. If it has no area, or a circle has no centre, no place is inside or outside of it. */
export interface Zone {
  id: number;
  title: string | null;
  polygon: GeoPolygon | null;
  latitude: number | null;
  longitude: number | null;
}

export interface Place {
  latitude: number;
  longitude: number;
}

/** The position of a place relative to a zone. The border counts as inside; the distance is to the border, 0 inside. */
export interface Placement {
  isInside: boolean;
  distanceMeters: number;
}

const earthRadiusMeters = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Distance on the sphere, within half a per cent of the ellipsoid. */
export function metersBetween(a: Place, b: Place): number {
  const [latitude, longitude] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)];
  const chord =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(longitude / 2) ** 2;
  return 2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** A tenth of a millimetre, so that rounding errors don't put a place on the border outside. */
const borderDegrees = 1e-9;

/** The equivalent longitude that is at most 180 degrees from the other one. */
const near = (longitude: number, other: number): number => longitude - 360 * Math.round((longitude - other) / 360);

/** Edges take the shorter way, so that an area may span the 180th meridian. */
function unrolled(points: readonly Position[], around: Place): Position[] {
  const rolled: Position[] = [];
  for (const [longitude, latitude] of points) {
    rolled.push([near(longitude, rolled.at(-1)?.[0] ?? longitude), latitude]);
  }
  const longitudes = rolled.map(([longitude]) => longitude);
  const middle = (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
  const shift = near(middle, around.longitude) - middle;
  return rolled.map(([longitude, latitude]) => [longitude + shift, latitude]);
}

type Edge = readonly [from: Position, to: Position];

const edgesOf = (points: readonly Position[]): Edge[] =>
  points.map((point, index) => [point, points[(index + 1) % points.length] ?? point]);

/** The nearest point of an edge, with the earth taken as locally flat; the scale is refined in each round. */
function nearestOn([from, to]: Edge, place: Place): Place {
  const [alongLongitude, alongLatitude] = [to[0] - from[0], to[1] - from[1]];
  let found = { longitude: from[0], latitude: from[1] };
  for (let round = 0; round < 4; round += 1) {
    const scale = Math.cos(radians((place.latitude + found.latitude) / 2)) ** 2;
    const length = alongLongitude ** 2 * scale + alongLatitude ** 2;
    const along = (place.longitude - from[0]) * alongLongitude * scale + (place.latitude - from[1]) * alongLatitude;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, along / length));
    found = { longitude: from[0] + share * alongLongitude, latitude: from[1] + share * alongLatitude };
  }
  return found;
}

/** Ray casting: counts the edges that a line to the east crosses, on the unrolled map. */
function encloses(edges: readonly Edge[], { latitude, longitude }: Place): boolean {
  let isInside = false;
  for (const [[fromX, fromY], [toX, toY]] of edges) {
    if (fromY > latitude === toY > latitude) continue;
    if (longitude < fromX + ((latitude - fromY) / (toY - fromY)) * (toX - fromX)) isInside = !isInside;
  }
  return isInside;
}

function inPolygon(points: readonly Position[], place: Place): Placement {
  const edges = edgesOf(unrolled(points, place));
  if (encloses(edges, place)) return { isInside: true, distanceMeters: 0 };
  let distanceMeters = Number.POSITIVE_INFINITY;
  for (const edge of edges) {
    const nearest = nearestOn(edge, place);
    const degrees = Math.max(
      Math.abs(nearest.latitude - place.latitude),
      Math.abs(nearest.longitude - place.longitude),
    );
    if (degrees <= borderDegrees) return { isInside: true, distanceMeters: 0 };
    distanceMeters = Math.min(distanceMeters, metersBetween(nearest, place));
  }
  return { isInside: false, distanceMeters };
}

export function placementIn({ polygon, latitude, longitude }: Zone, place: Place): Placement | undefined {
  if (polygon === null) return undefined;
  if (polygon.kind === 'polygon') return inPolygon(polygon.points, place);
  if (latitude === null || longitude === null) return undefined;
  const outside = metersBetween({ latitude, longitude }, place) - polygon.radiusMeters;
  return { isInside: outside <= 0, distanceMeters: Math.max(0, outside) };
}
