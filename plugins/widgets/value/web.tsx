import type { SparkModel, TimePoint } from '@stellwerk/plugin/chart';
import { type Clickable, defineWidgetWeb, type Picture, type PictureInput } from '@stellwerk/plugin/widget-web';
import { Hash } from 'lucide-react';
import { colourOf } from './colour.ts';
import { changeOf, combinedValue, numberOf } from './combine.ts';
import type { ValueData } from './data.ts';
import { updateValue } from './live.ts';
import { manifest, type ValueOptions } from './manifest.ts';

type Input = PictureInput<ValueOptions, ValueData>;

/** A line needs at least two points. */
function sparkOf({ line }: ValueData): SparkModel | null {
  const points = (line?.points ?? []).map(([atMs, value]): TimePoint => [atMs, numberOf(value)]);
  if (points.length < 2) return null;
  return { kind: 'spark', points, gapAfterMs: line?.binMs ? line.binMs * 2 : undefined };
}

/** The twin of a click, if the number belongs to a single twin. */
function clickOf({ parts }: ValueData, { combination, action }: ValueOptions, value: Clickable['value']) {
  if (!action) return null;
  const [first, second] = parts;
  const one = combination === 'first' || !second ? first : undefined;
  return { twinId: one?.dtwinId ?? null, twinTitle: one?.dtwinTitle ?? '', value };
}

function picture({ options, data }: Input): Picture {
  if (options.state === '') return { is: 'note', key: 'note.noState' };
  if (data.parts.length === 0) return { is: 'note', key: 'note.noTwins' };
  const value = combinedValue(data, options.combination);
  const times = data.parts.flatMap(({ atMs }) => (atMs === null ? [] : [atMs]));
  const isCount = options.combination === 'count';
  return {
    is: 'value',
    value,
    unit: options.unit || (isCount ? '' : (data.parts[0]?.unit ?? '')),
    decimalPlaces: options.decimalPlaces,
    change: options.showChange ? changeOf(data, options) : null,
    spark: options.showLine && !isCount ? sparkOf(data) : null,
    colour: colourOf(value, options.colours),
    atMs: options.combination === 'first' ? (data.parts[0]?.atMs ?? null) : (times.sort((a, b) => b - a)[0] ?? null),
    click: clickOf(data, options, value),
  };
}

export const web = defineWidgetWeb<typeof manifest.options, ValueData>(manifest, {
  icon: Hash,
  order: 20,
  draws: 'value',
  start: { size: 3, minHeightPx: 148 },
  tabs: [
    {
      id: 'value',
      fields: [
        { name: 'state', input: 'state' },
        { name: 'valueDetermination' },
        { name: 'combination' },
        { name: 'unit', placeholder: '°C' },
        { name: 'decimalPlaces' },
        { name: 'showChange', when: ({ valueDetermination = 'latest' }) => valueDetermination === 'latest' },
        { name: 'showLine' },
        { name: 'colours', input: 'thresholds' },
      ],
    },
    { id: 'twins', fields: [{ name: 'twinFilter', input: 'twinFilter' }] },
    { id: 'action', fields: [{ name: 'action', input: 'action' }] },
  ],
  picture,
  listensTo: (_options, { parts }) => [...new Set(parts.map(({ dtwinId }) => dtwinId))],
  update: updateValue,
  csv: ({ data, t }) => [
    ['time', 'twin', 'unit', 'value'].map((name) => t(`csv.${name}`)),
    ...data.parts.map(({ atMs, dtwinTitle, unit, value }) => [
      atMs === null ? null : new Date(atMs).toISOString(),
      dtwinTitle,
      unit,
      typeof value === 'number' || value === null
        ? value
        : typeof value === 'object'
          ? JSON.stringify(value)
          : `${value}`,
    ]),
  ],
  clickAction: ({ action }) => action,
});
