import { DrizzleQueryError } from 'drizzle-orm';

/** Checks whether a write failed because it would have violated this unique index or constraint. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof DrizzleQueryError &&
  error.cause instanceof Error &&
  Reflect.get(error.cause, 'constraint') === constraint;
