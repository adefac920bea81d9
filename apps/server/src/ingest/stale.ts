/**
 * The data that the work was based on has changed since it was read. Rolls the transaction back; the work must be
 * repeated.
 */
export class StaleError extends Error {}
