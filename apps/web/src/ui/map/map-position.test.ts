import { describe, expect, it } from 'vitest';
import { boundsOf, positionFromText, positionToText } from './map-position.ts';

describe('remembered positions', () => {
  it('are read unchanged', () => {
    const position = { longitude: 8.40365, latitude: -49.01, zoom: 11.5 };
    expect(positionFromText(positionToText(position))).toEqual(position);
  });

  it.each([null, '', 'a b c', '1 2', '1 2 3 4', '200 0 3', '0 95 3', '0 0 99', '1  3'])(
    'are refused when malformed: %s',
    (text) => {
      expect(positionFromText(text)).toBeUndefined();
    },
  );
});

describe('boundsOf', () => {
  it('contains all objects and ignores those without a position', () => {
    const objects = [
      { longitude: 8, latitude: 49 },
      { longitude: -3, latitude: 51 },
      { longitude: Number.NaN, latitude: 0 },
    ];
    expect(boundsOf(objects)).toEqual([-3, 49, 8, 51]);
  });

  it('is absent without objects', () => {
    expect(boundsOf([])).toBeUndefined();
  });
});
