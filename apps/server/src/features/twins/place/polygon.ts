import type { GeoPolygon, Position } from '@stellwerk/contract/geo';

/** Positive if p is left of the line from a to b, negative if right, 0 on the line. */
const sideOf = ([ax, ay]: Position, [bx, by]: Position, [px, py]: Position) =>
  Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax));

const isBetween = (value: number, one: number, other: number) =>
  Math.min(one, other) <= value && value <= Math.max(one, other);

/** For a point on the line through a and b. */
const isWithin = (a: Position, b: Position, [x, y]: Position) => isBetween(x, a[0], b[0]) && isBetween(y, a[1], b[1]);

/** True for crossing and touching edges. */
function meet([a, b]: Edge, [c, d]: Edge): boolean {
  const [sideC, sideD, sideA, sideB] = [sideOf(a, b, c), sideOf(a, b, d), sideOf(c, d, a), sideOf(c, d, b)];
  if (sideC * sideD < 0 && sideA * sideB < 0) return true;
  return (
    (sideC === 0 && isWithin(a, b, c)) ||
    (sideD === 0 && isWithin(a, b, d)) ||
    (sideA === 0 && isWithin(c, d, a)) ||
    (sideB === 0 && isWithin(c, d, b))
  );
}

type Edge = readonly [Position, Position];

/** Neighbouring edges share a point, but must not overlap. */
function foldsBack([a, b]: Edge, [, c]: Edge): boolean {
  return sideOf(a, b, c) === 0 && (isWithin(a, b, c) || isWithin(b, c, a));
}

const isSame = (a: Position, b: Position) => a[0] === b[0] && a[1] === b[1];

/** A polygon is valid only if its edges meet nowhere but at their ends. */
export function crossesItself(area: GeoPolygon): boolean {
  if (area.kind === 'circle') return false;
  const { points } = area;
  const edges = points.map((point, index): Edge => [point, points[(index + 1) % points.length] ?? point]);
  return edges.some((edge, index) => {
    const next = edges[(index + 1) % edges.length];
    if (isSame(...edge) || (next && foldsBack(edge, next))) return true;
    return edges.some((other, at) => at > index + 1 && !(index === 0 && at === edges.length - 1) && meet(edge, other));
  });
}
