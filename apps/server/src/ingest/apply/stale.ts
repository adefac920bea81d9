/** The data behind the work has changed since it was read: the transaction is rolled back and the work repeated. */
export class StaleError extends Error {}
