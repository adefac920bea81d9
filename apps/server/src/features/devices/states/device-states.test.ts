import { stateKey } from '@stellwerk/contract/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawState, statesFor } from './device-states.ts';

const variable = (name: string, more: object = {}) => ({
  name,
  title: '',
  valueType: 'number' as const,
  unit: '',
  ...more,
});
const keysOf = (names: string[], taken: string[] = []) =>
  statesFor(
    names.map((name) => variable(name)),
    taken,
  ).map(({ key }) => key);

describe('states of variables', () => {
  it('have the name as key, with dots as underscores', () => {
    expect(keysOf(['temperature', 'battery.voltage'])).toEqual(['temperature', 'battery_voltage']);
  });

  it('take type, unit and title of the variable', () => {
    const [state] = statesFor([variable('t', { title: 'Temperature', valueType: 'string', unit: '°C' })], []);
    expect(state).toMatchObject({
      key: 't',
      title: 'Temperature',
      valueType: 'string',
      unit: '°C',
      config: { source: 'connector', identifier: '', variable: 't' },
    });
    expect(statesFor([variable('a.b')], [])[0]?.title).toBe('a.b');
  });

  it('get a number where the key is taken, whatever its case', () => {
    expect(keysOf(['a.b', 'a_b', 'A_B'], ['a_b_2'])).toEqual(['a_b', 'a_b_3', 'A_B_4']);
    expect(keysOf(['_raw'])).toEqual(['raw']);
  });

  it('always have keys that are allowed and differ', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, maxLength: 100 }), { maxLength: 30 }), (names) => {
        const keys = keysOf(names);
        expect(new Set(keys.map((key) => key.toLowerCase())).size).toBe(names.length);
        for (const key of keys) expect(stateKey.safeParse(key).success).toBe(true);
      }),
    );
  });

  it('move the device if the name of the variable is a coordinate', () => {
    const linkOf = (name: string, more: object = {}) => statesFor([variable(name, more)], [])[0]?.geoLink;
    expect([linkOf('latitude'), linkOf('gps.lat'), linkOf('lon')]).toEqual(['latitude', 'latitude', 'longitude']);
    expect([linkOf('latency'), linkOf('lat', { valueType: 'string' })]).toEqual([null, null]);
    expect([linkOf('__proto__'), linkOf('gps.constructor')]).toEqual([null, null]);
  });

  it('are hidden for the packet itself', () => {
    expect(rawState()).toMatchObject({ key: '_raw', valueType: 'json', layout: 'hidden', config: { variable: '' } });
  });
});
