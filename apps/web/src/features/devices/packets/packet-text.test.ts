import { describe, expect, it } from 'vitest';
import { payloadText, valuesLine } from './packet-text.ts';

describe('payloadText', () => {
  it('shows hex as it came and JSON readably', () => {
    expect(payloadText('0167')).toBe('0167');
    expect(payloadText({ a: 1 })).toBe('{\n  "a": 1\n}');
    expect(payloadText(null)).toBe('null');
  });
});

describe('valuesLine', () => {
  it('names every value but the raw one', () => {
    const line = valuesLine(
      { _raw: { a: 1 }, temperature: 21.5, door: true, place: { lat: 1 } },
      (value) => `${value}°`,
    );
    expect(line).toBe('temperature 21.5° · door true · place {"lat":1}');
  });
});
