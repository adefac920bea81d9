import type { WidgetSeries } from '@stellwerk/contract/widget';
import type { LiveValue } from '@stellwerk/plugin/widget-web';
import { numberOf } from './combine.ts';
import type { ValueData, ValuePart } from './data.ts';
import type { ValueOptions } from './manifest.ts';

type Span = { fromMs: number; toMs: number };
type Timed = LiveValue & { atMs: number };

const isInside = ({ fromMs, toMs }: Span, value: LiveValue): value is Timed =>
  value.atMs !== null && value.atMs >= fromMs && value.atMs <= toMs;

function updatePart(part: ValuePart, values: readonly Timed[]): ValuePart {
  const newest = values.at(-1);
  if (!newest || newest.atMs < (part.atMs ?? Number.NEGATIVE_INFINITY)) return part;
  return { ...part, value: newest.value, atMs: newest.atMs };
}

function updateLine(line: WidgetSeries, values: readonly Timed[], { fromMs }: Span): WidgetSeries {
  const last = line.points.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
  const added = values.filter(({ atMs, value }) => atMs > last && numberOf(value) !== null);
  const hasLeft = (line.points[0]?.[0] ?? Number.POSITIVE_INFINITY) < fromMs;
  if (added.length === 0 && !hasLeft) return line;
  const kept = line.points.filter(([atMs]) => atMs >= fromMs);
  return { ...line, points: [...kept, ...added.map(({ atMs, value }) => [atMs, value] as const)] };
}

/** Replaces the newest value; values derived from several measurements are fetched again. */
export function updateValue(
  { valueDetermination }: ValueOptions,
  data: ValueData,
  values: readonly LiveValue[],
  span: Span,
): ValueData | 'refetch' {
  const own = new Set(data.parts.map(({ stateId }) => stateId));
  const fitting = values
    .filter((value) => own.has(value.stateId))
    .filter((value) => isInside(span, value))
    .sort((left, right) => left.atMs - right.atMs);
  if (valueDetermination !== 'latest') return fitting.length > 0 ? 'refetch' : data;
  const byState = Map.groupBy(fitting, ({ stateId }) => stateId);
  const parts = data.parts.map((part) => updatePart(part, byState.get(part.stateId) ?? []));
  const line = data.line && updateLine(data.line, byState.get(data.line.stateId) ?? [], span);
  const isSame = line === data.line && parts.every((part, index) => part === data.parts[index]);
  return isSame ? data : { ...data, parts, line };
}
