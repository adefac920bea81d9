/** Style of a column that phones have no space for. */
export const fromTablet = { display: { xs: 'none', md: 'table-cell' } } as const;
