import type { Parsed, Reason } from '../../../ingest/ports.ts';

/** A variable that is computed from those that the parser gave. */
export type Calculation = [name: string, calculate: (variables: unknown) => unknown];

type Values = Record<string, unknown>;

/**
 * Turns what a parser gave into sets of variables. It runs in the server and, as source text, inside the sandbox: it may
 * use nothing outside of itself.
 */
export function createReading(calculations: readonly Calculation[]) {
  const maxDepth = 100;
  const maxReasonLength = 500;
  let complaint: Reason | undefined;

  function complain(code: string, params: Reason['params']) {
    complaint ??= { code, params };
  }

  const textOf = (value: unknown) => String(value).slice(0, maxReasonLength);

  /** Nested objects become names with dots, lists stay, what JSON can't say is left out. */
  function put(values: Values, name: string, value: unknown, depth: number) {
    // Where somebody is careless these names reach into JavaScript's own objects.
    if (name === '__proto__' || name === 'constructor' || name === 'prototype') return;
    const type = typeof value;
    if (type === 'number') {
      if (Number.isFinite(value)) values[name] = value;
      // NaN is a missing value; an infinite number is a value that can't be stored.
      else if (!Number.isNaN(value)) complain('PACKET_NUMBER_OUT_OF_RANGE', {});
    } else if (type === 'string' || type === 'boolean') values[name] = value;
    else if (typeof value === 'bigint') {
      values[name] = BigInt(Number(value)) === value ? Number(value) : String(value);
    } else if (typeof value === 'object' && value !== null) {
      if (Array.isArray(value)) values[name] = value;
      else if (ArrayBuffer.isView(value)) values[name] = Array.from(value as Uint8Array);
      else putFields(values, name, value as Values, depth);
    }
  }

  function putFields(values: Values, name: string, fields: Values, depth: number) {
    // A value that contains itself comes here too.
    if (depth >= maxDepth) throw new RangeError('The result is nested too deeply');
    if (typeof fields.toJSON === 'function') {
      put(values, name, fields.toJSON(), depth + 1);
      return;
    }
    for (const key of Object.keys(fields)) put(values, `${name}.${key}`, fields[key], depth + 1);
  }

  /** Milliseconds, seconds since 1970, a date, or a date as text. */
  function timeOf(given: unknown): number | null | undefined {
    if (given === undefined || given === null || given === '') return null;
    const isNumber = typeof given === 'number' || given instanceof Date;
    const read = isNumber ? Number(given) : Date.parse(String(given));
    const ms = typeof given === 'number' && Math.abs(read) < 1e11 ? read * 1_000 : read;
    return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? Math.round(ms) : undefined;
  }

  function calculate(values: Values, fields: Values) {
    for (const [name, compute] of calculations) {
      try {
        put(values, name, compute(fields), 0);
      } catch (error) {
        const reason = textOf(error instanceof Error ? error.message : error);
        complain('VARIABLE_CALCULATION_FAILED', { name, reason });
      }
    }
  }

  /** Most results are plain as they are, and need not be written anew. */
  function isPlain(fields: Values): boolean {
    for (const key of Object.keys(fields)) {
      const value = fields[key];
      const isValue = typeof value === 'number' ? Number.isFinite(value) : typeof value === 'boolean';
      if (!isValue && (typeof value !== 'string' || key === 'error')) return false;
      if (key === '__proto__' || key === 'constructor' || key === 'prototype') return false;
    }
    return true;
  }

  /** `{ error: "…" }` is how makers say that they don't know a message; what else they know still counts. */
  function valuesOf(fields: Values, isTimed: boolean): Values {
    if (!isTimed && calculations.length === 0 && isPlain(fields)) return fields;
    const values: Values = {};
    for (const key of Object.keys(fields)) {
      if (isTimed && key === 'time') continue;
      const value = fields[key];
      const error = key === 'error' && value instanceof Error ? value.message : value;
      if (key === 'error' && typeof error === 'string' && error !== '') {
        complain('PARSER_REPORTED', { reason: textOf(error) });
      } else put(values, key, value, 0);
    }
    calculate(values, fields);
    return values;
  }

  const isFields = (value: unknown): value is Values =>
    typeof value === 'object' && value !== null && !Array.isArray(value);

  function timedSets(list: readonly unknown[]) {
    const sets: { at: number | null; values: Values }[] = [];
    for (const item of list) {
      const at = isFields(item) ? timeOf(item.time) : null;
      if (!isFields(item)) complain('PARSER_RESULT_INVALID', {});
      else if (at === undefined) complain('PACKET_TIME_INVALID', {});
      else sets.push({ at, values: valuesOf(item, true) });
    }
    return sets;
  }

  const failed = (code: string): Parsed => ({ ok: false, reason: { code, params: {} } });

  function read(result: unknown): Parsed {
    // Null is the word for "nothing in here"; a forgotten `return` is a mistake.
    const isKnown = result === null || Array.isArray(result) || isFields(result);
    if (!isKnown) return failed('PARSER_RESULT_INVALID');
    const sets = Array.isArray(result)
      ? timedSets(result)
      : isFields(result)
        ? [{ at: null, values: valuesOf(result, false) }]
        : [];
    // JSON carries it out of the sandbox, and leaves out what JSON can't say.
    const parsed = { ok: true, sets } as Extract<Parsed, { ok: true }>;
    if (complaint) parsed.complaint = complaint;
    return parsed;
  }

  return {
    read,

    /** The form of the LoRa Alliance: `{ data, warnings, errors }`. */
    readCodec(result: unknown): Parsed {
      if (!isFields(result)) return failed('PARSER_RESULT_INVALID');
      const { errors, data } = result;
      const isFailed = Array.isArray(errors) && errors.length > 0;
      if (isFailed) complain('PARSER_REPORTED', { reason: textOf(errors.join('; ')) });
      return read(data === undefined && isFailed ? null : data);
    },
  };
}
