import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReading } from './parser-result.ts';

const read = (result: unknown) => createReading([]).read(result);
const values = (result: unknown) => {
  const parsed = read(result);
  return parsed.ok ? parsed.sets.map((set) => set.values) : parsed.reason;
};

describe('the result of a parser', () => {
  it('becomes variables, with dots for nested objects; lists stay', () => {
    expect(values({ a: 1, b: { c: 'x', d: { e: true } }, list: [{ f: 1 }] })).toEqual([
      { a: 1, 'b.c': 'x', 'b.d.e': true, list: [{ f: 1 }] },
    ]);
  });

  it('has no variables for null, undefined, NaN, functions and empty objects', () => {
    const odd = {
      a: null,
      b: undefined,
      c: Number.NaN,
      d: () => 1,
      e: {},
      f: Symbol('s'),
    };
    expect(values({ ...odd, kept: 0, empty: '', no: false })).toEqual([{ kept: 0, empty: '', no: false }]);
    expect(read(odd)).not.toHaveProperty('complaint');
  });

  it('is reported when it contains an infinite number, whose variable is left out', () => {
    for (const large of [
      { a: Number('1e999'), kept: 1 },
      { deep: { a: Number.NEGATIVE_INFINITY }, kept: 1 },
    ]) {
      expect(read(large)).toEqual({
        ok: true,
        sets: [{ at: null, values: { kept: 1 } }],
        complaint: { code: 'PACKET_NUMBER_OUT_OF_RANGE', params: {} },
      });
    }
  });

  it('may hold dates, bytes and big integers', () => {
    expect(values({ at: new Date(0), bytes: new Uint8Array([1, 2]), small: 5n, big: 2n ** 70n + 1n })).toEqual([
      { at: '1970-01-01T00:00:00.000Z', bytes: [1, 2], small: 5, big: '1180591620717411303425' },
    ]);
  });

  it('never reaches a prototype', () => {
    const hostile = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"prototype":1,"a":1}',
    );
    expect(values(hostile)).toEqual([{ a: 1 }]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('may be a list, each with a time of its own', () => {
    const list = [
      { time: '2025-01-01T00:00:00Z', a: 1 },
      { time: 1_735_689_600, a: 2 },
      { time: 1_735_689_600_000, a: 3 },
      { time: new Date(5), a: 4 },
      { a: 5 },
    ];
    expect(read(list)).toEqual({
      ok: true,
      sets: [
        ...[1, 2, 3].map((a) => ({ at: 1_735_689_600_000, values: { a } })),
        { at: 5, values: { a: 4 } },
        { at: null, values: { a: 5 } },
      ],
    });
  });

  it('keeps `time` as a variable where it is no list', () => {
    expect(values({ time: 5, timestamp: 6 })).toEqual([{ time: 5, timestamp: 6 }]);
  });

  it('omits parts of a list that have an unreadable time or are not objects, and reports them', () => {
    expect(read([{ time: 'soon', a: 1 }, { a: 2 }])).toEqual({
      ok: true,
      sets: [{ at: null, values: { a: 2 } }],
      complaint: { code: 'PACKET_TIME_INVALID', params: {} },
    });
    expect(read([7, { a: 2 }])).toMatchObject({ complaint: { code: 'PARSER_RESULT_INVALID' } });
  });

  it('keeps the other variables of one that reports an error', () => {
    expect(read({ error: 'unknown message', battery: 3.6 })).toEqual({
      ok: true,
      sets: [{ at: null, values: { battery: 3.6 } }],
      complaint: { code: 'PARSER_REPORTED', params: { reason: 'unknown message' } },
    });
    expect(values({ error: 0, a: 1 })).toEqual([{ error: 0, a: 1 }]);
  });

  it('reports a list of errors, which stays a variable', () => {
    expect(read({ errors: ['short', 'odd'], a: 1 })).toEqual({
      ok: true,
      sets: [{ at: null, values: { errors: ['short', 'odd'], a: 1 } }],
      complaint: { code: 'PARSER_REPORTED', params: { reason: 'short; odd' } },
    });
    expect(read({ errors: [{ message: 'short' }] })).toMatchObject({ complaint: { params: { reason: 'short' } } });
    for (const errors of [[], [3], [''], 2]) expect(read({ errors })).not.toHaveProperty('complaint');
  });

  it.each(['none', 'None', 'no', 'No error', 'OK', ' '])(
    'has a variable for a word that is not an error: %j',
    (error) => {
      const nothing = { ok: true, sets: [{ at: null, values: { error } }] };
      expect(read({ error })).toEqual(nothing);
      expect(createReading([]).readCodec({ data: { error } })).toEqual(nothing);
    },
  );

  it.each([undefined, 'text', 5, true])('is refused when it is %j', (result) => {
    expect(read(result)).toEqual({ ok: false, reason: { code: 'PARSER_RESULT_INVALID', params: {} } });
  });

  it('may be null for a packet without values', () => {
    expect(read(null)).toEqual({ ok: true, sets: [] });
  });

  it('may not contain itself', () => {
    const cyclic: Record<string, unknown> = { a: 1 };
    cyclic.self = cyclic;
    expect(() => read(cyclic)).toThrow('nested too deeply');
  });

  it('becomes flat values for any JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (result) => {
        const parsed = read(result);
        if (!parsed.ok) throw new Error('an object is a result');
        for (const value of Object.values(parsed.sets[0]?.values ?? {})) {
          expect(value !== null && (typeof value !== 'object' || Array.isArray(value))).toBe(true);
        }
      }),
    );
  });
});

describe('calculations', () => {
  it('see the result of the parser, and report their own failures', () => {
    const reading = createReading([
      ['kelvin', (v) => (v as { celsius: number }).celsius + 273.15],
      ['broken', () => JSON.parse('{')],
      ['nothing', () => undefined],
      ['celsius', () => 0],
    ]);
    expect(reading.read({ celsius: 1, deep: { a: 2 } })).toMatchObject({
      ok: true,
      sets: [{ at: null, values: { celsius: 0, kelvin: 274.15, 'deep.a': 2 } }],
      complaint: { code: 'VARIABLE_CALCULATION_FAILED', params: { name: 'broken' } },
    });
  });
});

describe('the form of the LoRa Alliance', () => {
  const readCodec = (result: unknown) => createReading([]).readCodec(result);

  it('has its variables in `data`', () => {
    expect(readCodec({ data: { a: 1 }, warnings: ['w'] })).toEqual({
      ok: true,
      sets: [{ at: null, values: { a: 1 } }],
    });
  });

  it('reports errors and still may have variables', () => {
    const complaint = { code: 'PARSER_REPORTED', params: { reason: 'short; odd' } };
    expect(readCodec({ errors: ['short', 'odd'] })).toEqual({ ok: true, sets: [], complaint });
    expect(readCodec({ errors: ['short', 'odd'], data: { a: 1 } })).toMatchObject({
      sets: [{ values: { a: 1 } }],
      complaint,
    });
  });

  it.each([
    [{ data: null, error: 'short' }, 'short'],
    [{ data: null, errors: ['short'] }, 'short'],
    [{ data: null, errors: 'short' }, 'short'],
    [{ error: new Error('short') }, 'short'],
    [{ errors: [new Error('short'), { code: 5 }, ''] }, 'short; {"code":5}'],
    [{ data: null, error: true }, 'true'],
    [{ data: null, error: 3 }, '3'],
    [{ data: null, error: { message: 'short' } }, 'short'],
    [{ data: null, error: { code: 5 } }, '{"code":5}'],
    [{ data: null, errors: { message: 'short' } }, 'short'],
    [{ data: null, errors: { port: 'unknown' } }, '{"port":"unknown"}'],
    [{ data: null, errors: true }, 'true'],
  ])('reports each spelling of an error: %j', (result, reason) => {
    expect(readCodec(result)).toEqual({
      ok: true,
      sets: [],
      complaint: { code: 'PARSER_REPORTED', params: { reason } },
    });
  });

  it.each([
    { errors: [''] },
    { errors: [] },
    { errors: {} },
    { errors: null },
    { error: false },
    { error: 0 },
    { error: '' },
    { error: {} },
  ])('is no error: %j', (said) => {
    expect(readCodec({ data: { a: 1 }, ...said })).toEqual({ ok: true, sets: [{ at: null, values: { a: 1 } }] });
  });

  it('may lack `data` around its variables', () => {
    expect(readCodec({ a: 1, warnings: ['w'], errors: [] })).toEqual({
      ok: true,
      sets: [{ at: null, values: { a: 1 } }],
    });
  });

  it.each([null, 5, {}, { errors: [] }, { warnings: ['w'] }])('is refused when it is %j', (result) => {
    expect(readCodec(result)).toMatchObject({ ok: false, reason: { code: 'PARSER_RESULT_INVALID' } });
  });
});
