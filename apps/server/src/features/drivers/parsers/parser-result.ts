import type { Parsed, Reason } from '../../../ingest/ports.ts';

export type Calculation = [name: string, calculate: (variables: unknown) => unknown];

type Values = Record<string, unknown>;

/** Converts results of parsers into variables. Also runs in the sandbox, so it can't use variables outside its body. */
export function createReading(calculations: readonly Calculation[]) {
  const maxDepth = 100;
  const maxReasonLength = 500;
  let complaint: Reason | undefined;

  function complain(code: string, params: Reason['params']) {
    complaint ??= { code, params };
  }

  const textOf = (value: unknown) => String(value).slice(0, maxReasonLength);

  /** Flattens nested objects to names with dots, keeps lists, and skips values that JSON can't represent. */
  function put(values: Values, name: string, value: unknown, depth: number) {
    // These names could change JavaScript's own prototypes.
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
    // Circular values exceed the depth as well.
    if (depth >= maxDepth) throw new RangeError('The result is nested too deeply');
    if (typeof fields.toJSON === 'function') {
      put(values, name, fields.toJSON(), depth + 1);
      return;
    }
    for (const key of Object.keys(fields)) put(values, `${name}.${key}`, fields[key], depth + 1);
  }

  /** Accepts milliseconds or seconds since 1970, a date, or a date as text. */
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

  /** Most results are flat already and are returned without a copy. */
  function isPlain(fields: Values): boolean {
    for (const key of Object.keys(fields)) {
      const value = fields[key];
      const isValue = typeof value === 'number' ? Number.isFinite(value) : typeof value === 'boolean';
      if (!isValue && (typeof value !== 'string' || key === 'error')) return false;
      if (key === '__proto__' || key === 'constructor' || key === 'prototype') return false;
    }
    return true;
  }

  const messageOf = (value: unknown): unknown => (typeof value === 'object' ? Object(value).message : undefined);

  /** The text of a reported error. Words such as "none", which some devices send, are an ordinary value. */
  function errorOf(value: unknown): string | undefined {
    const text = messageOf(value) ?? value;
    if (typeof text !== 'string') return undefined;
    return /^\s*(?:|none|no|no error|ok|false|0|null)\s*$/i.test(text) ? undefined : text;
  }

  /** The text of a field that can only contain errors: there, `true`, numbers and objects are errors as well. */
  function certainErrorOf(value: unknown): string | undefined {
    if (!value || typeof value === 'string' || typeof messageOf(value) === 'string') return errorOf(value);
    if (typeof value !== 'object') return String(value);
    return Object.keys(value).length > 0 ? JSON.stringify(value) : undefined;
  }

  /** The text of a list of errors, or of a single one. */
  function errorsOf(errors: unknown): string | undefined {
    if (!Array.isArray(errors)) return certainErrorOf(errors);
    const texts = errors.map(certainErrorOf).filter((text) => text !== undefined);
    return texts.length > 0 ? texts.join('; ') : undefined;
  }

  /** In results without the wrapper of the LoRa Alliance, `errors` may be a variable that contains a list. */
  const isErrorList = (errors: unknown): boolean =>
    Array.isArray(errors) && errors.every((error) => typeof error === 'string' || typeof messageOf(error) === 'string');

  function report(reason: string | undefined): boolean {
    if (reason !== undefined) complain('PARSER_REPORTED', { reason: textOf(reason) });
    return reason !== undefined;
  }

  /** Parsers return `{ error: "…" }` for unknown messages; the other fields still count. */
  function valuesOf(fields: Values, isTimed: boolean): Values {
    if (!isTimed && calculations.length === 0 && isPlain(fields)) return fields;
    const values: Values = {};
    for (const key of Object.keys(fields)) {
      if (isTimed && key === 'time') continue;
      const value = fields[key];
      if (key !== 'error' || !report(errorOf(value))) put(values, key, value, 0);
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

  function readData(result: unknown): Parsed {
    // Null means no values; undefined is a forgotten `return`, so it is an error.
    const isKnown = result === null || Array.isArray(result) || isFields(result);
    if (!isKnown) return failed('PARSER_RESULT_INVALID');
    const sets = Array.isArray(result)
      ? timedSets(result)
      : isFields(result)
        ? [{ at: null, values: valuesOf(result, false) }]
        : [];
    // JSON serialises the result when it leaves the sandbox, and skips values that it can't represent.
    const parsed = { ok: true, sets } as Extract<Parsed, { ok: true }>;
    if (complaint) parsed.complaint = complaint;
    return parsed;
  }

  return {
    read(result: unknown): Parsed {
      const errors: unknown = isFields(result) ? result.errors : undefined;
      if (isErrorList(errors)) report(errorsOf(errors));
      return readData(result);
    },

    /** Result format of the LoRa Alliance: `{ data, warnings, errors }`; some codecs write `error`. */
    readCodec(result: unknown): Parsed {
      if (!isFields(result)) return failed('PARSER_RESULT_INVALID');
      const { data, errors, error } = result;
      const single = data === undefined ? errorOf(error) : certainErrorOf(error);
      const isReported = report(errorsOf(errors) ?? single);
      if (data !== undefined || isReported) return readData(data ?? null);
      // Some codecs forget the wrapper and return the variables themselves.
      const { errors: _, warnings, ...variables } = result;
      return Object.keys(variables).length > 0 ? readData(variables) : failed('PARSER_RESULT_INVALID');
    },
  };
}
