import { describe, expect, it } from 'vitest';
import { boxOf } from './map-box.ts';

const view = { north: 50, south: 40, west: 5, east: 10, zoom: 6.123 };

describe('boxOf', () => {
  it('is what one sees', () => {
    expect(boxOf(view)).toEqual({ north: 50, south: 40, west: 5, east: 10, zoom: 6.12 });
  });

  it('is the whole world where it is seen more than once', () => {
    expect(boxOf({ ...view, west: -300, east: 300, north: 95 })).toMatchObject({ west: -180, east: 180, north: 90 });
  });

  it('crosses the 180th meridian with its west east of its east', () => {
    expect(boxOf({ ...view, west: 170, east: 190 })).toMatchObject({ west: 170, east: -170 });
  });
});
