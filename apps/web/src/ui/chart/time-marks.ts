import { sizes } from '../theme/tokens.ts';
import type { ChartMark, TimeModel } from './chart-model.ts';
import type { ChartContext } from './chart-style.ts';

const isQuiet = ({ look }: ChartMark) => look === 'quiet';

function marksOf(model: TimeModel, { colours }: ChartContext, quiet: boolean) {
  const marks = (model.marks ?? []).filter((mark) => isQuiet(mark) === quiet);
  const foot = model.range?.least ?? 0;
  return {
    type: 'scatter',
    name: '',
    // Marks differ in shape, too, so that nobody depends on the colours.
    symbol: quiet ? 'circle' : 'triangle',
    symbolSize: quiet ? sizes.unit : sizes.unit * 1.5,
    // Thousands of marks are rendered at once, and hovering looks for the nearest time, not for a shape.
    silent: true,
    z: quiet ? 4 : 5,
    data: marks.map(({ atMs, value, look }) => ({
      value: [atMs, value ?? foot],
      itemStyle:
        look === 'quiet'
          ? { color: colours.surface, borderColor: colours.textSecondary, borderWidth: 1.5 }
          : { color: colours.status[look], borderColor: colours.surface, borderWidth: 1 },
    })),
  };
}

/** Series for the marks, behind the series of the model: first the quiet marks, then the others. */
export function markSeries(model: TimeModel, context: ChartContext) {
  if (!model.marks) return [];
  return [true, false].map((quiet) => marksOf(model, context, quiet));
}

/** The mark of a tooltip hit; undefined for other hits. */
export function markAt(model: TimeModel, seriesIndex: number, dataIndex: number): ChartMark | undefined {
  const place = seriesIndex - model.series.length;
  if (place !== 0 && place !== 1) return undefined;
  return (model.marks ?? []).filter((mark) => isQuiet(mark) === (place === 0))[dataIndex];
}

/** Shaded spans and the cursor belong to the first series, as thresholds do. */
export function spansOf(model: TimeModel, { colours }: ChartContext) {
  if (!model.spans) return undefined;
  return {
    silent: true,
    itemStyle: { color: colours.status.warning, opacity: 0.14 },
    data: model.spans.map(({ fromMs, toMs }) => [{ xAxis: fromMs }, { xAxis: toMs }]),
  };
}

export function cursorLine(model: TimeModel, { colours }: ChartContext) {
  if (model.cursorMs === undefined) return [];
  return [
    { xAxis: model.cursorMs, lineStyle: { color: colours.primary, type: 'solid', width: 2 }, label: { show: false } },
  ];
}
