/** Checks whether an error, or one of its causes, has an SQLSTATE code of PostgreSQL that matches. */
export function hasSqlState(error: unknown, codes: RegExp): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && codes.test(cause.code)) return true;
  }
  return false;
}

/** Whether a statement gave up waiting for a lock (`lock_not_available`). */
export const isLockTimeout = (error: unknown): boolean => hasSqlState(error, /^55P03$/);
