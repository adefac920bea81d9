/** How many lines an editor shows at most, where nothing else is said. */
export const defaultRows = 12;

/** How many it has room for at least. */
export const minRowsOf = (rows: number): number => Math.min(rows, 4);
