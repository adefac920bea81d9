interface Unavailable {
  code: string;
  message: string;
}

/**
 * SQLSTATE: 08 connection, 53 resources (disk, memory, connections), 57P shutdown, restart and terminated sessions,
 * 58030 an I/O error of the operating system, 25P03 a transaction that was ended because it idled.
 */
const sqlStates = /^(08...|53...|57P0[1-5]|58030|25P03)$/;

/** Error codes of sockets, and of full disks when files are written. */
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

/** Errors of the driver that have a message but no code. */
const driverTexts =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool after calling end)/;

/** The reason if an error or its cause means that the database is temporarily unavailable or out of space. */
export function unavailableOf(error: unknown): Unavailable | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    if (sqlStates.test(code) || systemCodes.has(code)) {
      // If several addresses were tried, the error has no message of its own.
      return { code, message: cause.message || code };
    }
    // 08006: connection failure.
    if (driverTexts.test(cause.message)) return { code: '08006', message: cause.message };
  }
  return undefined;
}
