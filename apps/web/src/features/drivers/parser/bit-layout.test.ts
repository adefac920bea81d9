import { describe, expect, it } from 'vitest';
import { layOutBytes, matchingCase, placeFields } from './bit-layout.ts';
import type { ParserField } from './parser-types.ts';

const field = (name: string, bits: number): ParserField => ({
  name,
  bits,
  type: 'uint',
  endian: 'big',
  factor: 1,
  offset: 0,
  unit: '',
});

describe('placeFields', () => {
  it('puts one field behind the other and tells which ones the payload is too short for', () => {
    const placed = placeFields([field('a', 4), field('b', 12), field('c', 1)], 16);
    expect(placed.map(({ fromBit, toBit, isCut }) => [fromBit, toBit, isCut])).toEqual([
      [0, 4, false],
      [4, 16, false],
      [16, 17, true],
    ]);
  });

  it('gives no room to a field whose length is not known yet', () => {
    expect(placeFields([field('a', Number.NaN), field('b', 8)], 8)).toMatchObject([
      { fromBit: 0, toBit: 0 },
      { fromBit: 0, toBit: 8 },
    ]);
  });
});

describe('layOutBytes', () => {
  it('tells for every bit its value and its field, most significant first', () => {
    const [first, second] = layOutBytes([0b1010_0001, 0xff], placeFields([field('a', 4), field('b', 6)], 16));
    expect(first?.bits.map(({ value }) => value).join('')).toBe('10100001');
    expect(first?.bits.map((bit) => bit.field?.name).join('')).toBe('aaaabbbb');
    expect(second?.bits.map((bit) => bit.field?.name ?? '-').join('')).toBe('bb------');
    expect(first?.starts.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(second?.starts).toEqual([]);
  });
});

describe('matchingCase', () => {
  const cases = [
    { match: { port: 1 }, fields: [] },
    { match: { firstByte: 2, lengthBytes: 3 }, fields: [] },
    { match: {}, fields: [] },
  ];

  it('takes the first whose conditions all hold', () => {
    expect(matchingCase(cases, [2, 0, 0], 1)).toBe(0);
    expect(matchingCase(cases, [2, 0, 0], undefined)).toBe(1);
    expect(matchingCase(cases, [2, 0], undefined)).toBe(2);
    expect(matchingCase(cases.slice(0, 2), [2, 0], 7)).toBeUndefined();
  });
});
