import { describe, expect, it } from 'vitest';
import { headerLine, headersOf, parseHeader } from './http.ts';

describe('a header', () => {
  it.each(['X-Key: value', 'X-Key:value', 'x: ', 'X-Source:  a: b'])('%j is one', (line) => {
    expect(headerLine.safeParse(line).success).toBe(true);
  });

  it.each([
    'no colon',
    ': value',
    'X Key: value',
    'X-Key: a\r\nX-Other: b',
    'X-Key: a\0',
    'Host: other.example',
    'content-length: 5',
    'Transfer-Encoding: chunked',
    'Proxy-Authorization: Basic x',
    'Umläut: x',
  ])('%j is none', (line) => {
    expect(parseHeader(line)).toBeUndefined();
    expect(headerLine.safeParse(line).success).toBe(false);
  });

  it('is taken once, the last one wins, and holds what a header can hold', () => {
    expect(headersOf(['X-A: 1', 'x-a: 2', 'X-B: Größe 😀', 'nonsense'])).toEqual({ 'x-a': '2', 'x-b': 'Größe ??' });
  });
});
