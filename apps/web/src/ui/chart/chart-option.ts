import type { EChartsCoreOption } from 'echarts/core';
import { barOption } from './bar-option.ts';
import type { ChartModel } from './chart-model.ts';
import { type ChartContext, tooltipBox } from './chart-style.ts';
import { gaugeOption } from './gauge-option.ts';
import { heatmapOption } from './heatmap-option.ts';
import { sparkOption, timeOption } from './time-option.ts';

export interface Room {
  width: number;
  height: number;
}

/**
 * The library's option for a model. A pure function, so that it can be computed again for every change of data, mode,
 * language or size.
 */
export function chartOption(model: ChartModel, unplaced: ChartContext, room: Room): EChartsCoreOption {
  const context = { ...unplaced, width: room.width };
  switch (model.kind) {
    case 'time':
      return timeOption(model, context);
    case 'bar':
      return barOption(model, context);
    case 'gauge':
      return gaugeOption(model, context, room);
    case 'heatmap':
      return heatmapOption(model, context);
    case 'spark':
      return sparkOption(model, context);
    case 'custom': {
      const tooltip = typeof model.option.tooltip === 'object' ? model.option.tooltip : {};
      return { ...model.option, tooltip: { ...tooltipBox(context), ...tooltip, renderMode: 'richText' } };
    }
  }
}
