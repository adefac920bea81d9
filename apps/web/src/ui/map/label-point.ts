type Position = readonly number[];

interface LabelPlace {
  coordinates: [longitude: number, latitude: number];
  /** Area in square degrees; larger countries get their label first. */
  size: number;
}

/** Area and centre of gravity of a ring (shoelace formula). */
function ringPlace(ring: readonly Position[]): LabelPlace {
  let doubled = 0;
  let x = 0;
  let y = 0;
  for (const [index, from] of ring.entries()) {
    const to = ring[(index + 1) % ring.length] ?? from;
    const [fromX = 0, fromY = 0] = from;
    const [toX = 0, toY = 0] = to;
    const cross = fromX * toY - toX * fromY;
    doubled += cross;
    x += (fromX + toX) * cross;
    y += (fromY + toY) * cross;
  }
  if (doubled === 0) return { coordinates: [ring[0]?.[0] ?? 0, ring[0]?.[1] ?? 0], size: 0 };
  return { coordinates: [x / (3 * doubled), y / (3 * doubled)], size: Math.abs(doubled) / 2 };
}

/** The best position for a label: the middle of the largest part. */
export function labelPoint(geometry: GeoJSON.Geometry | null): LabelPlace | undefined {
  const polygons =
    geometry?.type === 'Polygon'
      ? [geometry.coordinates]
      : geometry?.type === 'MultiPolygon'
        ? geometry.coordinates
        : [];
  return polygons
    .flatMap(([outer]) => (outer ? [ringPlace(outer)] : []))
    .reduce<LabelPlace | undefined>((best, place) => (best && best.size >= place.size ? best : place), undefined);
}
