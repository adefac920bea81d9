import type { WidgetSeries } from '@stellwerk/contract/widget';
import { defineWidgetServer, type WidgetContext, type WidgetState } from '@stellwerk/plugin/widget-server';
import { bucketFunctionOf, determine } from '@stellwerk/plugin/widget-values';
import type { ChartData } from './data.ts';
import { type ChartOptions, type ChartType, manifest, maxSeries } from './manifest.ts';

type Read = (ctx: WidgetContext, states: readonly WidgetState[], options: ChartOptions) => Promise<WidgetSeries[]>;

const overTime: Read = (ctx, states, { data }) =>
  data.aggregate ? ctx.buckets(states, { interval: data.interval, fn: data.function }) : ctx.lines(states);

/** One point per state, reduced from its values in the period. */
const oneValue: Read = async (ctx, states, { gauge }) => {
  const summaries = await ctx.summaries(states);
  return states.map(({ id, dtwinId, dtwinTitle, key, title, unit, valueType, ...state }) => {
    const determination = gauge.valueDetermination;
    const found = determine({ state, summary: summaries.get(id), determination, fromMs: ctx.span.fromMs });
    const points = found ? [[found.atMs, found.value] as const] : [];
    const names = { stateId: id, dtwinId, dtwinTitle, stateKey: key, stateTitle: title };
    return { ...names, unit, valueType, points, binMs: null };
  });
};

/** Cells are hours, or days if each series has its own row. */
const cells: Read = (ctx, states, { heatmap }) =>
  ctx.buckets(states, {
    interval: heatmap.layout === 'seriesByDay' ? '1d' : '1h',
    fn: bucketFunctionOf[heatmap.valueDetermination],
    isFixed: true,
  });

const readers: Record<ChartType, Read> = {
  line: overTime,
  bar: overTime,
  custom: overTime,
  gauge: oneValue,
  heatmap: cells,
};

export const server = defineWidgetServer(manifest, () => ({
  stateKeys: ({ data }) => data.states,
  async data(ctx, options): Promise<ChartData> {
    const { states, total } = await ctx.statesOf(options.twinFilter, options.data.states, maxSeries);
    const series = await readers[options.chartType](ctx, states, options);
    return { series, truncated: total > states.length || series.some(({ binMs }) => binMs !== null) };
  },
}));
