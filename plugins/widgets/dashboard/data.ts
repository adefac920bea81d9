export interface NestedData {
  /** Null if none is selected, or it is deleted or hidden. */
  dashboard: { id: number; name: string } | null;
}
