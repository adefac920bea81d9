/** A column that phones have no room for. */
export const fromTablet = { display: { xs: 'none', md: 'table-cell' } } as const;
