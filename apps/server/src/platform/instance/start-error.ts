/** Stops the start with one line that tells the operator what to do. */
export class StartError extends Error {}
