import { describe, expect, it } from 'vitest';
import {
  defaultParameters,
  mapParametersToSearch,
  parseMapParameters,
  rememberedDefaults,
  styleNamed,
} from './map-parameters.ts';

describe('parseMapParameters', () => {
  it('has the defaults of the specification', () => {
    expect(parseMapParameters({})).toEqual({
      mapstyle: 1,
      markerstyle: 1,
      indoor: false,
      hidebar: false,
      pitch: 50,
      bearing: 0,
      clusterdistance: 50,
      zoomlock: false,
    });
  });

  it('reads texts as well as what the router made of them', () => {
    const texts = { mapstyle: '2', indoor: 'true', pitch: '30', bearing: '90', zoom: '12.5', zoomlock: 'true' };
    const values = { mapstyle: 2, indoor: true, pitch: 30, bearing: 90, zoom: 12.5, zoomlock: true };
    expect(parseMapParameters(texts)).toEqual({ ...defaultParameters, ...values });
    expect(parseMapParameters(values)).toEqual({ ...defaultParameters, ...values });
  });

  it.each([
    { pitch: '-1' },
    { pitch: '1.5' },
    { bearing: -90 },
    { zoom: 23 },
    { zoom: 'near' },
    { mapstyle: 5 },
    { markerstyle: 0 },
    { clusterdistance: 5 },
    { hidebar: 'yes' },
    { zoom: '' },
  ])('falls back where a value is odd: %o', (search) => {
    expect(parseMapParameters(search)).toEqual(defaultParameters);
  });

  it('keeps angles within what a map can show', () => {
    expect(parseMapParameters({ pitch: 90, bearing: 450 })).toMatchObject({ pitch: 85, bearing: 90 });
  });

  it('takes other defaults where a map begins differently', () => {
    expect(parseMapParameters({}, { pitch: 0 }).pitch).toBe(0);
    expect(parseMapParameters({ pitch: 'x' }, { pitch: 0 }).pitch).toBe(0);
  });
});

describe('the remembered view', () => {
  const satelliteFlat = rememberedDefaults({ mapStyle: 2, isSolid: false });

  it('applies where the address says nothing', () => {
    expect(parseMapParameters({}, satelliteFlat)).toMatchObject({ mapstyle: 2, pitch: 0 });
    expect(parseMapParameters({ mapstyle: 3, pitch: 30 }, satelliteFlat)).toMatchObject({ mapstyle: 3, pitch: 30 });
  });

  it('is ignored where it names a style that does not exist', () => {
    expect(rememberedDefaults({ mapStyle: 9, isSolid: true })).toEqual({});
  });
});

describe('mapParametersToSearch', () => {
  it('leaves the usual out of the address', () => {
    expect(mapParametersToSearch({ pitch: 50, mapstyle: 3 })).toEqual({ pitch: undefined, mapstyle: 3 });
  });
});

describe('styleNamed', () => {
  it.each([
    [1, 'default'],
    [2, 'satellite'],
    [3, 'streets'],
    [4, 'combo'],
  ])('%d is %s', (mapstyle, name) => {
    expect(styleNamed({ ...defaultParameters, mapstyle })).toBe(name);
  });
});
