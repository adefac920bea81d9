import type { WidgetState, WidgetTwin } from '@stellwerk/plugin/widget-server';

export type TableState = Pick<WidgetState, 'id' | 'key' | 'unit' | 'value' | 'timestamp' | 'status'>;

export interface TwinTableData {
  /** With the fields that the columns show and no others. */
  rows: { twin: Pick<WidgetTwin, 'id' | 'title'> & Partial<WidgetTwin>; states: TableState[] }[];
  total: number;
  /** What the states of the columns are called; by the first twin that has one. */
  stateTitles: { key: string; title: string }[];
}
