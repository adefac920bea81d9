import type { JsonValue } from '@stellwerk/plugin/json';
import { twinStatusAfter } from '@stellwerk/plugin/live-status';
import type { LiveValue, MapPoint, MarkerRule } from '@stellwerk/plugin/widget-web';
import type { MapTwin, TwinMapData } from './data.ts';
import type { TwinMapOptions } from './manifest.ts';

type Operator = MarkerRule['operator'];

const bySign: Record<Operator, (sign: number) => boolean> = {
  eq: (sign) => sign === 0,
  neq: (sign) => sign !== 0,
  gt: (sign) => sign > 0,
  gte: (sign) => sign >= 0,
  lt: (sign) => sign < 0,
  lte: (sign) => sign <= 0,
};

function numberIn(value: JsonValue): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

const textIn = (value: JsonValue) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Compares numbers with numbers, booleans also with 0 and 1, and everything else as text. */
export function ruleFits({ operator, value }: Pick<MarkerRule, 'operator' | 'value'>, field: JsonValue): boolean {
  // An absent value differs from all values and is neither greater nor less.
  if (field === null) return operator === 'neq';
  const wanted = numberIn(value);
  const given = typeof field === 'boolean' && wanted !== undefined ? Number(field) : numberIn(field);
  if (wanted !== undefined && given !== undefined) return bySign[operator](Math.sign(given - wanted));
  const text = textIn(field);
  return bySign[operator](text === value ? 0 : text < value ? -1 : 1);
}

/** Colour of the first matching rule; undefined for the colour of the status. */
const colourOf = (rules: readonly MarkerRule[], fields: readonly JsonValue[]): string | undefined =>
  rules.find((rule, index) => ruleFits(rule, fields[index] ?? null))?.color;

export const pointsOf = (rules: readonly MarkerRule[], { twins }: TwinMapData): MapPoint[] =>
  twins.map(([twinId, title, longitude, latitude, status, fields]) => {
    return { twinId, title, longitude, latitude, status, colour: colourOf(rules, fields) };
  });

function hear(rules: readonly MarkerRule[], twin: MapTwin, values: readonly LiveValue[]): [MapTwin, isUnsure: boolean] {
  const [id, title, longitude, latitude, statusBefore, fieldsBefore] = twin;
  const newest = new Map(values.map(({ key, value }) => [key.toLowerCase(), value]));
  const next = twinStatusAfter(
    statusBefore,
    values.map(({ status }) => ({ before: undefined, now: status })),
  );
  const status = next === 'unsure' ? statusBefore : next;
  const fields = rules.map(({ field, key }, index) => {
    const before = fieldsBefore[index] ?? null;
    if (field === 'status') return status;
    return field === 'state' ? (newest.get(key.toLowerCase()) ?? before) : before;
  });
  const isSame = status === statusBefore && fields.every((field, index) => field === fieldsBefore[index]);
  return [isSame ? twin : [id, title, longitude, latitude, status, fields], next === 'unsure'];
}

/** Twins without new values stay the same objects, so that they are not rendered again. */
export function updated(
  { markerRules }: Pick<TwinMapOptions, 'markerRules'>,
  data: TwinMapData,
  values: readonly LiveValue[],
): TwinMapData | 'refetch' {
  const byTwin = Map.groupBy(values, ({ dtwinId }) => dtwinId);
  let isUnsure = false;
  let isChanged = false;
  const twins = data.twins.map((twin) => {
    const heard = byTwin.get(twin[0]);
    if (!heard) return twin;
    const [next, unsure] = hear(markerRules, twin, heard);
    isUnsure ||= unsure;
    isChanged ||= next !== twin;
    return next;
  });
  if (isChanged) return { ...data, twins };
  return isUnsure ? 'refetch' : data;
}
