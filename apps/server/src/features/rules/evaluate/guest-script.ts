import type { JavaScript } from '../../../platform/sandbox/script.ts';

/** One metric in the events of a call. */
export interface GuestColumn {
  /** One an event; null: the list of the values in the window. */
  values: readonly unknown[] | null;
  window: {
    /** Of the points, as milliseconds; null where nobody asks for them. */
    times: readonly number[] | null;
    points: readonly unknown[];
    /** The places of each event's points: from the first until before the second. */
    from: readonly number[];
    to: readonly number[];
  } | null;
}

/** Events that a script is asked about in one call, by column because it crosses two boundaries. */
export interface GuestInput {
  /** The time of the first, and how much later each of the others is than the one before. */
  atMs: readonly number[];
  columns: readonly GuestColumn[];
  twin: unknown;
  /** For transformers: what their metric is. */
  alias?: string;
  state?: unknown;
}

/** One value an event; the places of those for which the script failed. A single event fails as the call does. */
export interface GuestAnswer {
  values: unknown[];
  failed: number[];
}

type Ask = (...values: unknown[]) => unknown;
type Bind = (date: unknown, math: unknown, console: unknown) => Ask;
interface GuestOptions {
  input: GuestInput;
  bind: Bind;
  /** Of the metrics; null for transformers. */
  aliases: string[] | null;
  /** Making an object for each event takes as long as asking a short script. */
  usesMetrics: boolean;
  log: { debug(place: number): void };
}

/**
 * Asks a script about one event after the other, each on its own clock and with its own chance. Evaluated inside the
 * sandbox: it may use nothing outside of itself.
 */
function askAll({ input, bind, aliases, usesMetrics, log }: GuestOptions): GuestAnswer {
  const { atMs, columns, twin, alias, state } = input;
  const isSingle = atMs.length === 1;
  // Whoever is stopped here leaves its place in the log, which must not be full of other things by then.
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
    // Within a call with others it must not spoil their answer; alone it is turned into text by the sandbox.
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

/** Whether a script looks at one of its arguments. Whatever can't be told for sure counts as looked at. */
export const mentions = (script: string, name: string): boolean =>
  new RegExp(`\\b(${name}|arguments|eval)\\b|\\\\u`).test(script);

/** Moments as the guest wants them. */
export const gapsOf = (atMs: readonly number[]): number[] =>
  atMs.map((each, index) => each - (index === 0 ? 0 : (atMs[index - 1] ?? 0)));

type GuestScript = Omit<JavaScript, 'id'>;

/** The first line of the script is the first line of the text: errors name the line that its author sees. */
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

/** As its author wrote it: whether it compiles, and in which line it does not. */
export const plainScript = (script: string, aliases: readonly string[] | null): JavaScript => ({
  id: 'rule',
  kind: 'javascript',
  source: script,
  entry: { form: 'body', parameters: aliases ? conditionParameters(aliases) : transformerParameters },
});
