/** The default for the maximum number of visible lines. */
export const defaultRows = 12;

/** The minimum number of visible lines. */
export const minRowsOf = (rows: number): number => Math.min(rows, 4);
