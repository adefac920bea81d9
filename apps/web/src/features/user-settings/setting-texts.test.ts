import { userSettings } from '@stellwerk/contract/user-settings';
import { expect, it } from 'vitest';
import { fromTexts, textsOf } from './setting-texts.ts';

it('every setting of the contract is stored as text and read again', () => {
  const settings = {
    colourScheme: 'blue',
    colourMode: 'dark',
    language: 'en',
    miniMenu: false,
    mapStyle: 3,
    map3d: true,
    rowsPerPage: 50,
  } as const;
  expect(Object.keys(settings).sort()).toEqual(Object.keys(userSettings.shape).sort());
  const texts = textsOf((name) => String(Reflect.get(settings, name)));
  expect(userSettings.parse(fromTexts(texts))).toEqual(settings);
});

it('choices that were never made are absent', () => {
  expect(textsOf(() => null)).toEqual({});
  expect(fromTexts({ other: '1' })).toEqual({});
});
