import type { WidgetSeries } from '@stellwerk/contract/widget';
import type { JsonValue } from '@stellwerk/plugin/json';

export interface ValuePart {
  stateId: number;
  dtwinId: number;
  dtwinTitle: string;
  unit: string;
  /** By the chosen way of determination. */
  value: JsonValue;
  /** At the beginning of the period; null where nothing was measured. */
  before: number | null;
  atMs: number | null;
}

export interface ValueData {
  /** One a twin that has the state. */
  parts: ValuePart[];
  /** How many there are; `parts` holds the first hundred. */
  total: number;
  /** Of the first one; null where it is not shown. */
  line: WidgetSeries | null;
}
