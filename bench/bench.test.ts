import { describe, expect, it } from 'vitest';
import { defineBench, helpOf, readOptions, UsageError } from './bench.ts';

const bench = defineBench({
  about: 'Something.',
  options: {
    devices: { default: 10_000, about: 'that report' },
    points: { default: [1_000, 10_000], about: 'to write' },
    peers: { default: true, about: 'without the peers' },
  },
  run: async () => {},
});

describe('the options of a bench', () => {
  it('are its defaults unless told', () => {
    expect(readOptions(bench.options, [])).toEqual({ devices: 10_000, points: [1_000, 10_000], peers: true });
  });

  it('are read as what their default is', () => {
    const args = ['--devices', '7', '--points', '1,20_000', '--no-peers'];
    expect(readOptions(bench.options, args)).toEqual({ devices: 7, points: [1, 20_000], peers: false });
  });

  it.each([
    ['--devices', 'many'],
    ['--devices', ''],
    ['--points', '1,,2'],
    ['--devices', '-1'],
    ['--speed', '1'],
  ])('refuse %s %s', (...args) => {
    expect(() => readOptions(bench.options, args)).toThrow(UsageError);
  });

  it('are told by --help', () => {
    expect(readOptions(bench.options, ['--help'])).toBeUndefined();
    expect(helpOf('thing', bench)).toContain('--devices 10000');
    expect(helpOf('thing', bench)).toContain('--no-peers');
  });
});
