export interface Unavailable {
  code: string;
  message: string;
}

/**
 * SQLSTATE: 08 connection, 53 resources (disk, memory, connections), 57P shutdown, restart and terminated sessions,
 * 58030 a read or write that the operating system refused, 25P03 a transaction that was ended because it idled.
 */
const sqlStates = /^(08...|53...|57P0[1-5]|58030|25P03)$/;

/** Of sockets and of disks that are full, where files are written. */
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOSPC',
  'EDQUOT',
]);

/** Errors of the driver that have a text alone. */
const driverTexts =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool after calling end)/;

/**
 * The reason when an error, or one that caused it, says that the database can't be used now, and may be again soon:
 * it restarts, refuses connections or has run out of room.
 */
export function unavailableOf(error: unknown): Unavailable | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    if (sqlStates.test(code) || systemCodes.has(code)) {
      // Where several addresses were tried, the error has no text of its own.
      return { code, message: cause.message || code };
    }
    // 08006: connection failure.
    if (driverTexts.test(cause.message)) return { code: '08006', message: cause.message };
  }
  return undefined;
}
