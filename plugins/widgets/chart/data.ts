import type { WidgetSeries } from '@stellwerk/contract/widget';

/** Data that the server half returns and the web half renders. */
export interface ChartData {
  series: WidgetSeries[];
  /** There are more series than a chart may have, or points were thinned out. */
  truncated: boolean;
}
