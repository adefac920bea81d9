import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TableQuery } from './table-state.ts';

export type RowId = string | number;

/** The contract's list answer. */
export interface TablePage<Row> {
  data: Row[];
  total: number;
  offset: number;
  limit: number;
  totalIsEstimate?: boolean | undefined;
}

/** What the list reads of a query's result; the result of `useQuery` fits. */
export interface TableResult<Row> {
  data: TablePage<Row> | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** A hook: called on every render with what the list asks for. */
export type TableSource<Row> = (query: TableQuery) => TableResult<Row>;

export interface TableColumn<Row> {
  /** Also the name by which the server sorts. */
  id: string;
  title: string;
  render: (row: Row) => ReactNode;
  align?: 'left' | 'right';
  /** In units of the grid. */
  width?: number;
  /** Shares the remaining room in this proportion; `width` is then the least. */
  grow?: number;
  sortable?: boolean;
  /** Not shown until someone chooses it. */
  optional?: boolean;
  /** Place on a phone's card: the heading, beside it the status and the menu, or a line of its own. */
  card?: 'title' | 'status' | 'menu' | 'line' | 'none';
}

export interface FilterOption {
  value: string;
  label: string;
}

export interface TableFilter {
  /** Name in the address and in the query. */
  id: string;
  label: string;
  /** Absent: any text can be entered. */
  options?: readonly FilterOption[];
  /** Only one value at a time. */
  single?: boolean;
  /** For values that are chosen elsewhere, such as in a tree: takes the place of the list of options. */
  dialog?: (choice: FilterChoice) => ReactNode;
  /** How such a value is called. */
  nameOf?: (value: string) => ReactNode;
}

export interface FilterChoice {
  values: readonly string[];
  onChange: (values: string[]) => void;
  onClose: () => void;
}

export interface BulkAction {
  label: string;
  icon?: LucideIcon;
  danger?: boolean;
  /** `clear` ends the selection, once the action is done. */
  onRun: (ids: RowId[], clear: () => void) => void;
}

/** A row as grid and cards need it, without knowing what it holds. */
export interface DrawnRow {
  id: RowId;
  label: string;
  /** Path inside the app. */
  to: string | undefined;
  render: (columnId: string) => ReactNode;
}

export type DrawnColumn = Omit<TableColumn<never>, 'render'>;
