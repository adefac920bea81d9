import { DrizzleQueryError } from 'drizzle-orm';

/** Did a write fail because it would have broken this unique index or constraint? */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof DrizzleQueryError &&
  error.cause instanceof Error &&
  Reflect.get(error.cause, 'constraint') === constraint;
