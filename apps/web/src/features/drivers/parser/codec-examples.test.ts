import { describe, expect, it } from 'vitest';
import { readExamples } from './codec-examples.ts';

const read = (value: unknown) => readExamples(JSON.stringify(value));

describe('readExamples', () => {
  it('takes a list in the form of the alliance', () => {
    const example = {
      type: 'uplink',
      description: 'warm',
      input: { fPort: 2, bytes: [1, 2] },
      output: { data: { temperature: 1 } },
    };
    expect(read([example])).toEqual({ examples: [example], skipped: 0 });
    expect(read({ examples: [example] })).toEqual({ examples: [example], skipped: 0 });
  });

  it('takes tests of others with their own names, hex and base64', () => {
    expect(read({ tests: [{ name: 'a', input: { bytes: '01 FF', fPort: 1 }, expected: { data: {} } }] })).toEqual({
      examples: [{ type: 'uplink', description: 'a', input: { bytes: [1, 255], fPort: 1 }, output: { data: {} } }],
      skipped: 0,
    });
    expect(read([{ input: { base64: 'AQI=' }, output: {} }])).toMatchObject({
      examples: [{ input: { bytes: [1, 2] } }],
    });
  });

  it('counts what it can’t use', () => {
    expect(read([{ input: {}, output: {} }, { type: 'x', input: { bytes: [1] }, output: {} }, 7])).toEqual({
      examples: [],
      skipped: 3,
    });
  });

  it('says what is wrong with the text as a whole', () => {
    expect(readExamples('- yaml: 1')).toEqual({ problem: 'json' });
    expect(readExamples('{}')).toEqual({ problem: 'form' });
    expect(readExamples(' ')).toEqual({ examples: [], skipped: 0 });
  });
});
