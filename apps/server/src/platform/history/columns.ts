import { fail } from '../errors/app-error.ts';
import type { EpochMs, HistoryPoint, HistorySource, JsonValue, Span } from './history.ts';

/** Stored type codes: number, boolean, string, JSON object or array, null. */
export type Kind = 'n' | 'b' | 's' | 'j' | 'z';
/** First letter of the source; alphabetical order is the order of precedence within one packet. */
type SourceLetter = 'l' | 'm' | 'r';

export const dayMs = 86_400_000;
export const hourMs = 3_600_000;
export const dayOf = (at: EpochMs) => Math.floor(at / dayMs);

/** Values of one series by column, ascending in time. Points without number have NaN, points without text undefined. */
export interface Values {
  at: number[];
  kind: Kind[];
  number: number[];
  text: (string | undefined)[];
}

/** Values with their origin, which decides precedence between two points at the same time. */
export interface Columns extends Values {
  shard: number[];
  seq: number[];
  source: SourceLetter[];
}

export interface Row {
  at: number;
  shard: number;
  seq: number;
  source: SourceLetter;
  kind: Kind;
  number: number | null;
  text: string | null;
}

/** The time span of a series' points, and their approximate number. */
export interface Extent extends Span {
  series: number;
  points: number;
}

export interface SeriesColumns {
  series: number;
  columns: Columns;
}

const letters: Record<HistorySource, SourceLetter> = { live: 'l', manual: 'm', rederived: 'r' };
const sources: Record<SourceLetter, HistorySource> = { l: 'live', m: 'manual', r: 'rederived' };
/** Later than any real clock, and early enough that microseconds still fit into a safe integer. */
const lastAt = Date.UTC(2200, 0, 1);

const kindCodes = new Map((['n', 'b', 's', 'j', 'z'] as const).map((letter) => [letter.charCodeAt(0), letter]));
const sourceCodes = new Map((['l', 'm', 'r'] as const).map((letter) => [letter.charCodeAt(0), letter]));

function letterOf<T>(letters: Map<number, T>, code: number): T {
  const letter = letters.get(code);
  if (letter === undefined) throw new RangeError(`stored history holds the unknown code ${code}`);
  return letter;
}

export const kindOfCode = (code: number): Kind => letterOf(kindCodes, code);
export const sourceOfCode = (code: number): SourceLetter => letterOf(sourceCodes, code);

const isId = (value: number) => Number.isSafeInteger(value) && value >= 0;

/** PostgreSQL's text cannot hold the NUL character; inside JSON it is escaped. */
function isStorable(value: JsonValue): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'string' || !value.includes('\0');
}

/** Throws for a point that cannot be stored. */
export function checkPoint({ series, at, shard, seq, value }: HistoryPoint): void {
  const isPlaced =
    isId(series) && isId(seq) && isId(shard) && shard < 2 ** 31 && Number.isSafeInteger(at) && at >= 0 && at < lastAt;
  if (isPlaced && isStorable(value)) return;
  fail('HISTORY_VALUE_INVALID', { series }, { internal: `at ${at}, packet (${shard}, ${seq}), ${typeof value}` });
}

export const letterOfSource = (source: HistorySource): SourceLetter => letters[source];

export function kindOf(value: JsonValue): Kind {
  if (typeof value === 'number') return 'n';
  if (typeof value === 'boolean') return 'b';
  if (typeof value === 'string') return 's';
  return value === null ? 'z' : 'j';
}

export const hasNumber = (kind: Kind | undefined) => kind === 'n' || kind === 'b';
export const hasText = (kind: Kind | undefined) => kind === 's' || kind === 'j';

/** The stored number of a number or boolean; null for other values. */
export const numberOf = (value: JsonValue) =>
  typeof value === 'number' || typeof value === 'boolean' ? Number(value) : null;

export function textOf(value: JsonValue): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : null;
}

export const emptyColumns = (): Columns => ({ at: [], shard: [], seq: [], source: [], kind: [], number: [], text: [] });

/** Decides precedence between points at the same time: true if the first comes from a later packet or source. */
function beats(a: Omit<Row, 'at'>, b: Omit<Row, 'at'>): boolean {
  if (a.shard !== b.shard) return a.shard > b.shard;
  if (a.seq !== b.seq) return a.seq > b.seq;
  return a.source > b.source;
}

export function rowAt(columns: Columns, index: number): Row {
  return {
    at: columns.at[index] ?? 0,
    shard: columns.shard[index] ?? 0,
    seq: columns.seq[index] ?? 0,
    source: columns.source[index] ?? 'l',
    kind: columns.kind[index] ?? 'z',
    number: columns.number[index] ?? null,
    text: columns.text[index] ?? null,
  };
}

function setRow(columns: Columns, index: number, row: Row): void {
  columns.at[index] = row.at;
  columns.shard[index] = row.shard;
  columns.seq[index] = row.seq;
  columns.source[index] = row.source;
  columns.kind[index] = row.kind;
  columns.number[index] = row.number ?? Number.NaN;
  columns.text[index] = row.text ?? undefined;
}

/** Appends a row that is not older than the last one; at an equal time the later packet wins. */
export function appendRow(columns: Columns, row: Row): void {
  const last = columns.at.length - 1;
  if (columns.at[last] !== row.at) setRow(columns, last + 1, row);
  else if (beats(row, rowAt(columns, last))) setRow(columns, last, row);
}

export function sliceValues(values: Values, from: number, to: number): Values {
  if (from === 0 && to === values.at.length) return values;
  return {
    at: values.at.slice(from, to),
    kind: values.kind.slice(from, to),
    number: values.number.slice(from, to),
    text: values.text.slice(from, to),
  };
}

export function sliceColumns(columns: Columns, from: number, to: number): Columns {
  if (from === 0 && to === columns.at.length) return columns;
  return {
    ...sliceValues(columns, from, to),
    shard: columns.shard.slice(from, to),
    seq: columns.seq.slice(from, to),
    source: columns.source.slice(from, to),
  };
}

export function mergeColumns(a: Columns, b: Columns): Columns {
  if (b.at.length === 0) return a;
  if (a.at.length === 0) return b;
  const merged = emptyColumns();
  let left = 0;
  let right = 0;
  while (left < a.at.length || right < b.at.length) {
    const fromLeft = (a.at[left] ?? Number.POSITIVE_INFINITY) <= (b.at[right] ?? Number.POSITIVE_INFINITY);
    appendRow(merged, fromLeft ? rowAt(a, left) : rowAt(b, right));
    if (fromLeft) left += 1;
    else right += 1;
  }
  return merged;
}

/** The first index whose time is not before `at`. */
export function indexOf(columns: Values, at: EpochMs): number {
  let low = 0;
  let high = columns.at.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((columns.at[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function jsonOf(kind: Kind, number: number, text: string | undefined): JsonValue {
  if (kind === 'n') return number;
  if (kind === 'b') return number === 1;
  if (kind === 's') return text ?? '';
  return kind === 'j' ? JSON.parse(text ?? 'null') : null;
}

export function pointAt(series: number, columns: Columns, index: number): HistoryPoint {
  const { at, shard, seq, source, kind, number, text } = rowAt(columns, index);
  return { series, at, shard, seq, value: jsonOf(kind, number ?? 0, text ?? undefined), source: sources[source] };
}
