import type { ChartModel, HeatmapModel, SparkModel, TimeModel, TimePoint } from '../../ui/chart/chart-model.ts';
import { noise, sampleNowMs } from './sample-data.ts';

const hourMs = 3_600_000;
const stepMs = 600_000;

/** A day of values with a pause of an hour in it. */
function day(seed: number, base: number, swing: number): TimePoint[] {
  const startMs = sampleNowMs - 24 * hourMs;
  return Array.from({ length: 145 }, (_, index): TimePoint => {
    const wave = Math.sin((index / 145) * Math.PI * 6 + seed);
    return [
      startMs + index * stepMs,
      Math.round((base + wave * swing + (noise(index + seed) - 0.5) * swing * 0.3) * 10) / 10,
    ];
  }).filter((_, index) => index < 60 || index > 67);
}

export const sparkModel: SparkModel = { kind: 'spark', points: day(3, 22, 1.5), colour: 2 };

export const hostileName = '<img src=x onerror="document.title=\'hacked\'">';

export function timeModel(label: string, zone: string | undefined): TimeModel {
  return {
    kind: 'time',
    series: [{ name: 'CO₂', unit: 'ppm', points: day(1, 900, 350) }],
    gapAfterMs: stepMs * 2,
    thresholds: [{ value: 1000, label, status: 'warning' }],
    zone,
  };
}

/** What lies above the limit is marked and shaded, as a rule would see it. */
export function limitModel(limit: number, label: string): TimeModel {
  const points = day(1, 900, 350);
  const above = points.filter((point): point is [number, number] => point[1] !== null && point[1] > limit);
  return {
    kind: 'time',
    series: [{ name: 'CO₂', unit: 'ppm', points }],
    marks: above.map(([atMs, value], index) => ({ atMs, value, label, look: index % 6 === 0 ? 'error' : 'quiet' })),
    spans: above.map(([atMs]) => ({ fromMs: atMs, toMs: atMs + stepMs })),
    fromMs: sampleNowMs - 24 * hourMs,
    toMs: sampleNowMs,
    gapAfterMs: stepMs * 2,
  };
}

export const manySeries: TimeModel = {
  kind: 'time',
  series: [
    { name: 'Nord', unit: '°C', points: day(1, 20, 3) },
    { name: 'Süd', unit: '°C', points: day(2, 22, 2), shape: 'area' },
    { name: 'West', unit: '°C', points: day(4, 18, 4), shape: 'step' },
    { name: hostileName, unit: '°C', points: day(5, 25, 1) },
  ],
  gapAfterMs: stepMs * 2,
  zoom: true,
};

export const barModel: ChartModel = {
  kind: 'bar',
  categories: Array.from({ length: 13 }, (_, index) => `${index + 1}.11.`),
  series: [
    {
      name: 'Wasser',
      unit: 'm³',
      values: Array.from({ length: 13 }, (_, index) => (index === 4 ? null : Math.round(40 + noise(index) * 45))),
    },
  ],
};

export const gaugeModel: ChartModel = {
  kind: 'gauge',
  dials: [
    { name: 'Raum 2.15', value: 1284, unit: 'ppm' },
    { name: 'Raum 2.16', value: 640, unit: 'ppm' },
    { name: hostileName, value: null, unit: 'ppm' },
  ],
  minimum: 400,
  maximum: 2000,
  bands: [
    { to: 1000, colour: 'ok' },
    { to: 1500, colour: 'warning' },
    { to: 2000, colour: 'error' },
  ],
};

export function heatmapModel(rows: readonly string[]): HeatmapModel {
  const columns = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  const cells = rows.flatMap((_, row) =>
    columns.map((_column, hour) => {
      const busy = row < 5 ? Math.exp(-(((hour - 11) / 4) ** 2)) : 0.1;
      const value = row === 6 && hour > 20 ? null : Math.round(420 + busy * 900 * (0.7 + noise(row * 24 + hour) * 0.3));
      return [hour, row, value] as const;
    }),
  );
  return { kind: 'heatmap', columns, rows, cells, unit: 'ppm' };
}

export const emptyModel: ChartModel = { kind: 'time', series: [{ name: 'CO₂', unit: 'ppm', points: [] }] };

export const customModel: ChartModel = {
  kind: 'custom',
  option: {
    animation: false,
    grid: { left: 8, right: 8, top: 16, bottom: 8 },
    tooltip: { trigger: 'item', formatter: hostileName },
    xAxis: { type: 'category', data: ['A', 'B', 'C'] },
    yAxis: { type: 'value' },
    series: [{ type: 'bar', data: [3, 5, 2] }],
  },
};
