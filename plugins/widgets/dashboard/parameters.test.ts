import { describe, expect, it } from 'vitest';
import { filledParameters } from './parameters.ts';

describe('parameters for the inner dashboard', () => {
  const outer = new Map([['building', '<b>42</b>']]);

  it('are filled with those of the outer one', () => {
    const named = [
      { name: 'place', value: 'in {{param.building}}' },
      { name: 'nothing', value: '{{param.missing}}{{twin.id}}' },
      { name: 'fixed', value: 'x' },
    ];
    expect(filledParameters(named, outer)).toEqual(
      new Map([
        ['place', 'in <b>42</b>'],
        ['nothing', ''],
        ['fixed', 'x'],
      ]),
    );
  });

  it('are truncated to the maximum length of a parameter', () => {
    expect(filledParameters([{ name: 'long', value: 'x'.repeat(500) }], outer).get('long')).toHaveLength(200);
  });

  it('may have names of object properties', () => {
    expect(filledParameters([{ name: 'constructor', value: '1' }], outer).get('constructor')).toBe('1');
    expect(filledParameters([{ name: 'x', value: '{{param.toString}}' }], outer).get('x')).toBe('');
  });
});
