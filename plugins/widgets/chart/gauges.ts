import type { WidgetSeries } from '@stellwerk/contract/widget';
import type { GaugeModel } from '@stellwerk/plugin/chart';
import { determine, numberPoints } from './determine.ts';
import type { ChartOptions } from './manifest.ts';

/** Each colour starts at its value; below the first one, the theme's colour is used. */
function bandsOf({ max, thresholds }: ChartOptions['gauge']): GaugeModel['bands'] {
  const sorted = thresholds.toSorted((left, right) => left.value - right.value);
  const colours = ['primary', ...sorted.map(({ color }) => color)];
  return colours.map((colour, index) => ({ colour, to: sorted[index]?.value ?? max }));
}

export function gaugeModel(
  { gauge }: ChartOptions,
  series: readonly WidgetSeries[],
  labels: readonly string[],
): GaugeModel {
  return {
    kind: 'gauge',
    dials: series.map(({ points, unit }, index) => ({
      name: labels[index] ?? '',
      value: determine(numberPoints(points), gauge.valueDetermination),
      unit: gauge.showUnit ? unit : '',
    })),
    minimum: gauge.min,
    maximum: gauge.max,
    bands: bandsOf(gauge),
    decimalPlaces: gauge.decimalPlaces,
    showValue: gauge.showValue,
    showPointer: gauge.showPointer,
    showAxisLabels: gauge.showAxisLabels,
  };
}
