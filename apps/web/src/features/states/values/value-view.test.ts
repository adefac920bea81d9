import { describe, expect, it } from 'vitest';
import { numberOf, viewOf } from './value-view.ts';

describe('viewOf', () => {
  it('takes values as what they are', () => {
    expect(viewOf({ value: 22.4 })).toEqual({ kind: 'number', number: 22.4 });
    expect(viewOf({ value: false })).toEqual({ kind: 'boolean', isOn: false });
    expect(viewOf({ value: 'open' })).toEqual({ kind: 'text', text: 'open' });
    expect(viewOf({ value: { a: [1] } })).toEqual({ kind: 'json', text: '{"a":[1]}' });
  });

  it('tells nothing from zero', () => {
    expect(viewOf({ value: null })).toEqual({ kind: 'missing' });
    expect(viewOf({ value: '' })).toEqual({ kind: 'missing' });
    expect(viewOf({ value: 0 })).toEqual({ kind: 'number', number: 0 });
  });

  it('follows the layout where the value allows it', () => {
    expect(viewOf({ value: 0, layout: 'boolean' })).toEqual({ kind: 'boolean', isOn: false });
    expect(viewOf({ value: '12.5', layout: 'number' })).toEqual({ kind: 'number', number: 12.5 });
    expect(viewOf({ value: 'n/a', layout: 'number' })).toEqual({ kind: 'text', text: 'n/a' });
  });

  it.each([[{ lat: 53.5, lon: 10 }], [{ latitude: 53.5, longitude: 10 }], ['53.5, 10']])(
    'reads a place from %j',
    (value) => {
      expect(viewOf({ value, layout: 'gps' })).toEqual({ kind: 'place', latitude: 53.5, longitude: 10 });
    },
  );

  it('shows what is no place as it stands', () => {
    expect(viewOf({ value: '95, 10', layout: 'gps' })).toEqual({ kind: 'text', text: '95, 10' });
    expect(viewOf({ value: { lat: 1 }, layout: 'gps' })).toEqual({ kind: 'json', text: '{"lat":1}' });
  });
});

describe('numberOf', () => {
  it('reads numbers, booleans and numbers in texts', () => {
    expect([3, true, false, ' 4.5 '].map(numberOf)).toEqual([3, 1, 0, 4.5]);
  });

  it('finds none in anything else', () => {
    expect(['', 'x', null, [1], { a: 1 }].map(numberOf)).toEqual([null, null, null, null, null]);
  });
});
