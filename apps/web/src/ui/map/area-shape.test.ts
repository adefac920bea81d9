import { describe, expect, it } from 'vitest';
import { distanceMeters, pointsFromText, pointsToText, rectangleOf, ringOf, rounded } from './area-shape.ts';

const nowhere = { latitude: null, longitude: null };

describe('ringOf', () => {
  it('closes a polygon', () => {
    const points: [number, number][] = [
      [8, 49],
      [9, 49],
      [9, 50],
    ];
    expect(ringOf({ kind: 'polygon', points }, nowhere)).toEqual([...points, [8, 49]]);
  });

  it('draws a circle whose corners have the radius', () => {
    const ring = ringOf({ kind: 'circle', radiusMeters: 500 }, { latitude: 49, longitude: 8 });
    expect(ring).toHaveLength(65);
    for (const corner of ring) expect(distanceMeters([8, 49], corner)).toBeCloseTo(500, 1);
  });

  it('has no circle without a centre', () => {
    expect(ringOf({ kind: 'circle', radiusMeters: 500 }, nowhere)).toEqual([]);
  });

  it('continues beyond the 180th meridian', () => {
    const points: [number, number][] = [
      [179, 0],
      [-179, 0],
      [-179, 1],
    ];
    expect(ringOf({ kind: 'polygon', points }, nowhere).map(([longitude]) => longitude)).toEqual([179, 181, 181, 179]);
  });
});

describe('corners as text', () => {
  it('are read unchanged, latitude first', () => {
    const corners = rectangleOf([8.4, 49], [8.5, 49.1]);
    expect(pointsToText(corners).split('\n')[0]).toBe('49, 8.4');
    expect(pointsFromText(pointsToText(corners))).toEqual(corners);
  });

  it.each(['49', '49, 8, 1', 'a, b', '91, 8', '49, 181'])('are refused when malformed: %s', (text) => {
    expect(pointsFromText(text)).toBeUndefined();
  });
});

describe('rounded', () => {
  it('wraps a position into the valid range', () => {
    expect(rounded([181, 95])).toEqual([-179, 90]);
    expect(rounded([-540.12345678, 1])).toEqual([179.8765432, 1]);
  });
});
