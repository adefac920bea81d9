import { stateKey } from '@stellwerk/contract/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestGeoLink, suggestKey } from './suggest-key.ts';

describe('suggestKey', () => {
  it.each([
    ['Temperatur', 'temperatur'],
    ['Türen geöffnet (Nord)', 'tueren_geoeffnet_nord'],
    ['CO₂-Gehalt', 'co2_gehalt'],
    ['  Débit d’eau ', 'debit_d_eau'],
    ['!!!', ''],
  ])('makes of %s', (title, key) => {
    expect(suggestKey(title)).toBe(key);
  });

  it('gives a key that is allowed, or none', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'grapheme' }), (title) => {
        const key = suggestKey(title);
        return key === '' || stateKey.safeParse(key).success;
      }),
    );
  });
});

describe('suggestGeoLink', () => {
  it('knows coordinates by their beginning', () => {
    expect(['lat', 'Latitude', 'lon', 'longitude', 'temperature', 'flat'].map(suggestGeoLink)).toEqual([
      'latitude',
      'latitude',
      'longitude',
      'longitude',
      null,
      null,
    ]);
  });
});
