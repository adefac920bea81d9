import type { WidgetSeries } from '@stellwerk/contract/widget';
import type { JsonValue } from '@stellwerk/plugin/json';

export interface ValuePart {
  stateId: number;
  dtwinId: number;
  dtwinTitle: string;
  unit: string;
  /** Value by the selected determination. */
  value: JsonValue;
  /** At the start of the period; null without a measurement. */
  before: number | null;
  atMs: number | null;
}

export interface ValueData {
  /** One part per twin with the state. */
  parts: ValuePart[];
  /** Total number; `parts` contains the first hundred. */
  total: number;
  /** Line of the first twin; null if it is not shown. */
  line: WidgetSeries | null;
}
