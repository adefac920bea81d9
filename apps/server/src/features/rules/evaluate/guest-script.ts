import type { JavaScript } from '../../../platform/sandbox/script.ts';

export interface GuestColumn {
  /** One value per event; null if the value is the list of values in the window. */
  values: readonly unknown[] | null;
  window: {
    /** Times of the points in milliseconds; null if the script doesn't use them. */
    times: readonly number[] | null;
    points: readonly unknown[];
    /** Range of each event's points: index of the first point, and index behind the last. */
    from: readonly number[];
    to: readonly number[];
  } | null;
}

/** The events of one call of a script, by column, because the data crosses two boundaries, process and isolate. */
export interface GuestInput {
  /** The time of the first event, then the distance of each event to the one before. */
  atMs: readonly number[];
  columns: readonly GuestColumn[];
  twin: unknown;
  alias?: string;
  state?: unknown;
}

/** One value per event, and the indexes of failed events. A single event fails the whole call. */
export interface GuestAnswer {
  values: unknown[];
  failed: number[];
}

type Ask = (...values: unknown[]) => unknown;
type Bind = (date: unknown, math: unknown, console: unknown) => Ask;
interface GuestOptions {
  input: GuestInput;
  bind: Bind;
  /** Aliases of the metrics; null for transformers. */
  aliases: string[] | null;
  /** Whether the script uses `metrics`: building that object takes as long as running a short script. */
  usesMetrics: boolean;
  log: { debug(place: number): void };
}

/**
 * Runs a script for one event after the other, each with its own clock and random seed. Evaluated inside the sandbox,
 * so it must not refer to anything outside of itself.
 */
function askAll({ input, bind, aliases, usesMetrics, log }: GuestOptions): GuestAnswer {
  const { atMs, columns, twin, alias, state } = input;
  const isSingle = atMs.length === 1;
  // The log marks where a call was stopped; few entries, so that the limit of the log is not reached.
  const step = Math.ceil(atMs.length / 90);
  const ignored = () => {};
  const silent = { debug: ignored, info: ignored, log: ignored, warn: ignored, error: ignored };
  let nowMs = 0;
  let chance = 0;

  const Clock = function (...values: unknown[]) {
    if (!new.target) return new Date(nowMs).toString();
    return Reflect.construct(Date, values.length === 0 ? [nowMs] : values, new.target);
  };
  Clock.prototype = Date.prototype;
  const clock = Object.freeze(Object.assign(Clock, { now: () => nowMs, UTC: Date.UTC, parse: Date.parse }));
  const random = () => {
    chance = (chance + 0x6d2b79f5) | 0;
    let mixed = Math.imul(chance ^ (chance >>> 15), chance | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const math = Object.freeze(Object.create(Math, { random: { value: random } }));
  const ask = Object.freeze(bind(clock, math, isSingle ? log : silent));

  function freeze(value: unknown) {
    if (typeof value !== 'object' || value === null) return;
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  freeze(twin);
  freeze(state);

  function readValue({ values, window }: GuestColumn, place: number): unknown {
    if (values) return values[place] ?? null;
    return window ? window.points.slice(window.from[place], window.to[place]) : null;
  }

  function readPoints({ window }: GuestColumn, place: number) {
    if (!window?.times) return [];
    const { times, points } = window;
    const first = window.from[place] ?? 0;
    return times
      .slice(first, window.to[place])
      .map((at, index) => ({ value: points[first + index], timestamp: new Date(at).toISOString() }));
  }

  const asked: unknown[] = [];
  function askConditions(names: string[], place: number, now: Date): unknown {
    for (let index = 0; index < columns.length; index++) {
      asked[index] = readValue(columns[index] as GuestColumn, place);
    }
    const metrics = usesMetrics ? Object.fromEntries(names.map((name, index) => [name, asked[index]])) : undefined;
    asked[columns.length] = metrics;
    asked[columns.length + 1] = twin;
    asked[columns.length + 2] = now;
    return ask.apply(undefined, asked);
  }

  function answer(place: number): unknown {
    nowMs += atMs[place] ?? 0;
    chance = nowMs | 0;
    const now = new Date(nowMs);
    const [column] = columns;
    const said = aliases
      ? askConditions(aliases, place, now)
      : ask(column && readValue(column, place), column && readPoints(column, place), alias, state, twin, now);
    if (typeof said === 'object' && said !== null && typeof (said as { then?: unknown }).then === 'function') {
      throw new TypeError('A script must answer at once, not with a promise');
    }
    if (aliases) return said ? 1 : 0;
    if (said === undefined || typeof said === 'function') return null;
    // In a call with several events a bad value must not break the others; a single one is serialised by the sandbox.
    return isSingle || typeof said !== 'object' ? said : JSON.parse(JSON.stringify(said) ?? 'null');
  }

  if (isSingle) return { values: [answer(0)], failed: [] };
  const values: unknown[] = [];
  const failed: number[] = [];
  for (let place = 0; place < atMs.length; place++) {
    if (place % step === 0) log.debug(place);
    try {
      const said = answer(place);
      if (typeof said === 'bigint') throw new TypeError('Do not know how to serialize a BigInt');
      values.push(typeof said === 'symbol' ? null : said);
    } catch {
      values.push(null);
      failed.push(place);
    }
  }
  return { values, failed };
}

/** Whether a script uses one of its arguments. Doubtful cases count as used. */
export const mentions = (script: string, name: string): boolean =>
  new RegExp(`\\b(${name}|arguments|eval)\\b|\\\\u`).test(script);

/** Converts times to the encoding of `GuestInput.atMs`. */
export const gapsOf = (atMs: readonly number[]): number[] =>
  atMs.map((each, index) => each - (index === 0 ? 0 : (atMs[index - 1] ?? 0)));

type GuestScript = Omit<JavaScript, 'id'>;

/** The script starts on the first line of the wrapper, so that line numbers in errors are those of its author. */
function wrapped(script: string, parameters: readonly string[], aliases: readonly string[] | null): GuestScript {
  const bind = `const $bind = (Date, Math, console) => function (${parameters.join(', ')}) {${script}\n};`;
  const options = `{ input: $input, bind: $bind, aliases: ${JSON.stringify(aliases)}, usesMetrics: ${mentions(script, 'metrics')}, log: console }`;
  return {
    kind: 'javascript',
    source: `${bind}\nreturn (${askAll.toString()})(${options});`,
    entry: { form: 'body', parameters: ['$input'] },
  };
}

const transformerParameters = ['value', 'values', 'alias', 'state', 'twin', 'now'];
const conditionParameters = (aliases: readonly string[]) => [...aliases, 'metrics', 'twin', 'now'];

export const transformerScript = (script: string): GuestScript => wrapped(script, transformerParameters, null);

export const conditionScript = (script: string, aliases: readonly string[]): GuestScript =>
  wrapped(script, conditionParameters(aliases), aliases);

/** The script without the wrapper, to check whether and in which line it fails to compile. */
export const plainScript = (script: string, aliases: readonly string[] | null): JavaScript => ({
  id: 'rule',
  kind: 'javascript',
  source: script,
  entry: { form: 'body', parameters: aliases ? conditionParameters(aliases) : transformerParameters },
});
