export interface NestedData {
  /** Null where none is chosen, or where it is gone or hidden. */
  dashboard: { id: number; name: string } | null;
}
