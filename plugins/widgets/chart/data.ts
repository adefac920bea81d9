import type { WidgetSeries } from '@stellwerk/contract/widget';

/** What the server half answers and the web half draws. */
export interface ChartData {
  series: WidgetSeries[];
  /** There are more lines than a chart may have, or points were left out. */
  truncated: boolean;
}
