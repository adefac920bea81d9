import { fillText } from '@stellwerk/plugin/placeholder';
import { describe, expect, it } from 'vitest';
import { parameterLookup, parameterSearch, parameterValues } from './parameter-values.ts';

const parameters = [
  { name: 'site', label: 'Site', defaultValue: 'west' },
  { name: 'floor', label: '', defaultValue: '' },
];

describe('the parameters of a dashboard', () => {
  it('have their defaults until the address contains a value', () => {
    expect([...parameterValues(parameters, { parameter_floor: 2, parameter_other: 'x' })]).toEqual([
      ['site', 'west'],
      ['floor', '2'],
    ]);
  });

  it('can be emptied even with a default', () => {
    expect(parameterValues(parameters, { parameter_site: '' }).get('site')).toBe('');
  });

  it('never come from the object prototype', () => {
    const odd = [{ name: 'constructor', label: '', defaultValue: 'd' }];
    expect(parameterValues(odd, {}).get('constructor')).toBe('d');
    expect(parameterValues(odd, { parameter_constructor: { a: 1 } }).get('constructor')).toBe('d');
  });

  it('are in the address only if they differ from the default', () => {
    expect(parameterSearch(parameters, new Map([['floor', 'EG']]))).toEqual({
      parameter_site: undefined,
      parameter_floor: 'EG',
    });
  });

  it.each(['7', '007', '1e3', '-2', 'NaN', 'true', '', '12345678901234567890'])('are read from it as %j', (value) => {
    const search = parameterSearch(parameters, new Map([['site', value]]));
    expect(parameterValues(parameters, search).get('site')).toBe(value);
  });

  it('fill titles, and nothing else does', () => {
    const lookup = parameterLookup(new Map([['site', 'east {{param.site}}']]));
    expect(fillText('Plan {{ param.site }} {{twin.title}}!', lookup)).toBe('Plan east {{param.site}} !');
  });
});
