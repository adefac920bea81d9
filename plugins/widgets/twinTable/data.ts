import type { WidgetState, WidgetTwin } from '@stellwerk/plugin/widget-server';

export type TableState = Pick<WidgetState, 'id' | 'key' | 'unit' | 'value' | 'timestamp' | 'status'>;

export interface TwinTableData {
  /** Contains only the fields that the columns show. */
  rows: { twin: Pick<WidgetTwin, 'id' | 'title'> & Partial<WidgetTwin>; states: TableState[] }[];
  total: number;
  /** Titles of the states in columns, from the first twin that has the state. */
  stateTitles: { key: string; title: string }[];
}
