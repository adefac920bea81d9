/** Aborts the start with a one-line message that tells the operator what to do. */
export class StartError extends Error {}
