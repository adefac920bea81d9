import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TableQuery } from './table-state.ts';

export type RowId = string | number;

/** The contract's list response. */
export interface TablePage<Row> {
  data: Row[];
  total: number;
  offset: number;
  limit: number;
  totalIsEstimate?: boolean | undefined;
}

/** The parts of a query result that the list reads; the result of `useQuery` has this type. */
export interface TableResult<Row> {
  data: TablePage<Row> | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** A hook, called on every render with the list's query. */
export type TableSource<Row> = (query: TableQuery) => TableResult<Row>;

export interface TableColumn<Row> {
  /** Also the server's name for sorting. */
  id: string;
  title: string;
  render: (row: Row) => ReactNode;
  align?: 'left' | 'right';
  /** In spacing units. */
  width?: number;
  /** Share of the remaining width; `width` is then the minimum. */
  grow?: number;
  sortable?: boolean;
  /** Hidden until the user shows it. */
  optional?: boolean;
  /** Position on a phone's card: the heading, the status and the menu beside it, or a line of its own. */
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
  /** For values that are chosen elsewhere, such as in a tree: replaces the list of options. */
  dialog?: (choice: FilterChoice) => ReactNode;
  /** Label of such a value. */
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
  /** `clear` clears the selection after the action. */
  onRun: (ids: RowId[], clear: () => void) => void;
}

/** A row as the grid and the cards render it, independent of its type. */
export interface RenderedRow {
  id: RowId;
  label: string;
  /** Path inside the app. */
  to: string | undefined;
  render: (columnId: string) => ReactNode;
}

export type RenderedColumn = Omit<TableColumn<never>, 'render'>;
