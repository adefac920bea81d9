import type { ChartModel as PlainModel } from '@stellwerk/plugin/chart';
import type { EChartsCoreOption } from 'echarts/core';

export type * from '@stellwerk/plugin/chart';

/** Any other chart of the library. Its tooltip is drawn on the canvas, so that no text can become markup. */
export interface CustomModel {
  kind: 'custom';
  option: EChartsCoreOption;
}

export type ChartModel = PlainModel | CustomModel;
