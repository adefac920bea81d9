/** What the work was based on has changed since it was read: it must be done again. Rolls the transaction back. */
export class StaleError extends Error {}
