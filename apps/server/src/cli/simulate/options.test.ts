import { describe, expect, it } from 'vitest';
import { UsageError } from '../command.ts';
import { readOptions } from './options.ts';

describe('the options of simulate', () => {
  it('have defaults', () => {
    expect(readOptions([])).toEqual({
      devices: 100,
      rate: 10,
      profile: undefined,
      seconds: undefined,
      url: undefined,
      keep: false,
    });
    expect(readOptions(['--help'])).toBeUndefined();
  });

  it('take an address by its origin', () => {
    expect(readOptions(['--url', 'https://example.org/some/path'])?.url).toBe('https://example.org');
  });

  it.each([
    ['--devices', '0'],
    ['--devices', 'many'],
    ['--rate', '1e9'],
    ['--seconds', '-1'],
    ['--url', 'ftp://example.org'],
    ['--url', 'here'],
  ])('refuse %s %s', (...args) => {
    expect(() => readOptions([`${args[0]}=${args[1]}`])).toThrow(UsageError);
  });
});
