import type { DashboardDateRange, WidgetFields } from '@stellwerk/contract/dashboard';
import type { ValueType } from '@stellwerk/contract/state';
import { fillText } from '@stellwerk/contract/text';
import type { Texts } from './texts.ts';

export interface OwnState {
  key: string;
  title: string;
  unit: string;
  valueType: ValueType;
}

export interface StateBelow extends OwnState {
  /** Number of twins in the subtree with this state. */
  twinCount: number;
}

/** Data about a twin that its author may see. */
export interface ReadyMadeSource {
  twin: { id: number; title: string; hasPlace: boolean };
  /** States in their display order. */
  states: readonly OwnState[];
  below: {
    twinCount: number;
    locatedCount: number;
    /** States of the subtree, most frequent first. */
    states: readonly StateBelow[];
  };
}

export interface ReadyMade {
  name: string;
  defaultDateRange: DashboardDateRange;
  widgets: Pick<WidgetFields, 'type' | 'title' | 'size' | 'minHeightPx' | 'options'>[];
}

type Part = ReadyMade['widgets'][number];
type Options = Part['options'];

const limits = { tiles: 6, tilesOfMany: 4, charts: 6, chartsOfMany: 4, lines: 8, columns: 6, legend: 8 };
/** Tiles that combine several twins read the first hundred of them. */
const combinable = 100;

/** States about the device itself instead of its measurements are placed last. */
const technical =
  /batter|akku|rssi|snr|signal|fcnt|counter|zähler|port|spreading|(^|_)(lat|lon|lng|latitude|longitude)/i;
/** States with a daily or weekly pattern. */
const rhythmic = /co2|temp|humid|feucht|noise|lärm|lux|light|power|leistung|occup|belegung|people|personen/i;
const rhythmicUnits = new Set(['°C', '°F', 'K', 'ppm', '%rF', '%rH', 'dB', 'lx', 'W', 'kW']);
/** Amounts of several twins are added; all other values are averaged. */
const additiveUnits = new Set([
  'W',
  'kW',
  'MW',
  'Wh',
  'kWh',
  'MWh',
  'm³',
  'm3',
  'l',
  'L',
  'm³/h',
  'l/h',
  'l/min',
  'kg',
  't',
]);

/** Units whose decimals are irrelevant to readers. */
const wholeUnits = new Set(['ppm', 'ppb', 'lx', 'W', 'Pa', 'hPa', 'µg/m³', 'dB']);

/** Heights that fit the content: a number, a number with a line, a chart, the frame of a table and each row. */
const heights = { number: 120, line: 160, picture: 320, tableFrame: 150, row: 42 };
const rowsPerPage = 10;

const isTechnical = ({ key, title }: OwnState) => technical.test(key) || technical.test(title);
const isNumber = ({ valueType }: OwnState) => valueType === 'number';
const isBoolean = ({ valueType }: OwnState) => valueType === 'boolean';
const isRhythmic = (state: OwnState) =>
  isNumber(state) && !isTechnical(state) && (rhythmic.test(state.key) || rhythmicUnits.has(state.unit));

const importantFirst = <S extends OwnState>(states: readonly S[]): S[] =>
  states.toSorted((one, other) => Number(isTechnical(one)) - Number(isTechnical(other)));

const part = (type: string, title: string, [size, minHeightPx]: [number, number], options: Options): Part => ({
  type,
  title: title.slice(0, 200),
  size,
  minHeightPx,
  options,
});

const itself = (id: number): Options => ({ dtwinIds: [String(id)] });
const allBelow = (id: number): Options => ({ parentDtwinId: String(id), onlyBelow: true });

/** Widths of tiles that fill rows without gaps. */
const tileSizes: Record<number, number[]> = {
  1: [12],
  2: [6, 6],
  3: [4, 4, 4],
  4: [3, 3, 3, 3],
  5: [4, 4, 4, 6, 6],
  6: [4, 4, 4, 4, 4, 4],
};
function withTileSizes(tiles: readonly Part[]): Part[] {
  const minHeightPx = Math.max(heights.number, ...tiles.map((tile) => tile.minHeightPx));
  return tiles.map((tile, index) => ({ ...tile, minHeightPx, size: tileSizes[tiles.length]?.[index] ?? 3 }));
}

/** Two parts per row; a last single part takes the full row. */
const inPairs = (parts: readonly Part[]): Part[] =>
  parts.map((each, index) => ({ ...each, size: index === parts.length - 1 && index % 2 === 0 ? 12 : 6 }));

function ownTile(id: number, state: OwnState): Part {
  const showLine = isNumber(state);
  const height = showLine ? heights.line : heights.number;
  return part('value', state.title, [3, height], { twinFilter: itself(id), state: state.key, showLine });
}

function tileOfMany(id: number, state: StateBelow, texts: Texts): Part {
  const combination = additiveUnits.has(state.unit) ? 'sum' : 'average';
  const title = fillText(texts.readyMade[combination], { title: state.title });
  // A tile of several twins has no line, because it would show the first twin only.
  return part('value', title, [3, heights.number], {
    twinFilter: allBelow(id),
    state: state.key,
    combination,
    showLine: false,
    decimalPlaces: wholeUnits.has(state.unit) ? 0 : 1,
  });
}

function titleOfLines(states: readonly OwnState[], texts: Texts): string {
  if (states.length <= 3) return states.map(({ title }) => title).join(', ');
  const unit = states[0]?.unit ?? '';
  return unit === '' ? texts.readyMade.course : fillText(texts.readyMade.courseIn, { unit });
}

/** One chart per unit, because only equal units can be compared; booleans get their own chart. */
function ownCharts(id: number, states: readonly OwnState[], texts: Texts): Part[] {
  const chart = (lines: readonly OwnState[], lineShape: string) =>
    part('chart', titleOfLines(lines, texts), [6, heights.picture], {
      twinFilter: itself(id),
      data: { states: lines.map(({ key }) => key) },
      label: '{{state.title}}',
      legendShow: lines.length > 1,
      lineShape,
      yAxisMin: lineShape === 'step' ? 'auto' : 'auto-cropped',
      yAxisMax: lineShape === 'step' ? 'auto' : 'auto-cropped',
    });
  const byUnit = Map.groupBy(states.filter(isNumber), ({ unit }) => unit);
  const numbers = [...byUnit.values()].map((lines) => chart(lines.slice(0, limits.lines), 'line'));
  const answers = states.filter(isBoolean).slice(0, limits.lines);
  return [...numbers.slice(0, limits.charts), ...(answers.length > 0 ? [chart(answers, 'step')] : [])];
}

const chartOfMany = (id: number, { key, title, twinCount, valueType }: StateBelow): Part =>
  part('chart', title, [6, heights.picture], {
    twinFilter: allBelow(id),
    data: { states: [key] },
    label: '{{twin.title}}',
    legendShow: twinCount <= limits.legend,
    ...(valueType === 'boolean' ? { lineShape: 'step' } : { yAxisMin: 'auto-cropped', yAxisMax: 'auto-cropped' }),
  });

const heatmapOf = (filter: Options, { key, title }: OwnState, texts: Texts): Part =>
  part('chart', fillText(texts.readyMade.rhythm, { title }), [6, heights.picture], {
    chartType: 'heatmap',
    twinFilter: filter,
    data: { states: [key] },
    heatmap: { layout: 'weekdayByHour', valueDetermination: 'average' },
  });

const mapOf = (filter: Options, texts: Texts): Part =>
  part('twinMap', texts.readyMade.map, [6, heights.picture], { twinFilter: filter });

function tableOf(filter: Options, title: string, states: readonly OwnState[], rows: number): Part {
  const columns = states
    .slice(0, limits.columns)
    .map((state) => ({ field: 'state', key: state.key, label: state.title }));
  const height = heights.tableFrame + heights.row * Math.min(rowsPerPage, rows);
  return part('twinTable', title, [12, height], {
    twinFilter: filter,
    attributes: [{ field: 'title', width: 4 }, { field: 'status' }, ...columns.map(shortLabel)],
    rowsPerPage,
  });
}

const shortLabel = <C extends { label: string }>(column: C): C => ({ ...column, label: column.label.slice(0, 100) });

function forOne({ twin, states }: ReadyMadeSource, texts: Texts): Part[] {
  const shown = importantFirst(states);
  const tiles = shown.filter((state) => isNumber(state) || isBoolean(state)).slice(0, limits.tiles);
  const pictures = [...ownCharts(twin.id, shown, texts), ...(twin.hasPlace ? [mapOf(itself(twin.id), texts)] : [])];
  return [
    ...withTileSizes(tiles.map((state) => ownTile(twin.id, state))),
    ...inPairs(pictures),
    tableOf(itself(twin.id), texts.readyMade.newest, shown, 1),
  ];
}

function forMany({ twin, states, below }: ReadyMadeSource, texts: Texts): Part[] {
  const { id } = twin;
  const frequent = importantFirst(below.states);
  const numbers = frequent.filter(isNumber);
  const own = importantFirst(states).filter((state) => isNumber(state) || isBoolean(state));
  const combined = numbers.filter((state) => state.twinCount <= combinable && !isTechnical(state));
  const ownTiles = own.slice(0, limits.tiles).map((state) => ownTile(id, state));
  const room = Math.max(0, limits.tilesOfMany - ownTiles.length);
  const tiles = [...ownTiles, ...combined.slice(0, room).map((state) => tileOfMany(id, state, texts))];
  const rhythm = numbers.find(isRhythmic);
  const pictures = [
    ...(below.locatedCount > 0 ? [mapOf(allBelow(id), texts)] : []),
    ...(rhythm ? [heatmapOf(allBelow(id), rhythm, texts)] : []),
    ...[...numbers, ...frequent.filter(isBoolean)].slice(0, limits.chartsOfMany).map((state) => chartOfMany(id, state)),
  ];
  return [
    ...withTileSizes(tiles),
    ...inPairs(pictures),
    tableOf(allBelow(id), texts.readyMade.below, frequent, below.twinCount),
  ];
}

/** Creates a useful dashboard for a twin with a subtree, or for a single twin such as a device. */
export function readyMade(source: ReadyMadeSource, texts: Texts): ReadyMade {
  const isOne = source.below.twinCount === 0;
  return {
    name: source.twin.title,
    // Several twins get a week, so that weekdays can be compared.
    defaultDateRange: isOne
      ? { type: 'relative', amount: 24, unit: 'h', end: 'now' }
      : { type: 'relative', amount: 7, unit: 'd', end: 'now' },
    widgets: isOne ? forOne(source, texts) : forMany(source, texts),
  };
}
