import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { unavailableOf } from '../errors/unavailable.ts';

export type Log = Logger;

/** Fields that are redacted, so that secrets never reach the log. */
const redact = [
  'password',
  'token',
  'secret',
  'apiKey',
  '*.password',
  '*.token',
  '*.secret',
  '*.apiKey',
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-api-key"]',
];

/** Redacts keys of public URLs anywhere in a line: such a key alone grants access to a shared twin. */
const withoutKeys = (line: string) => line.replace(/(\/public\/)[0-9a-f]{32}/gi, '$1[redacted]');

/**
 * The driver attaches its client, with sockets and buffers, to the error of a lost connection, so only texts and
 * numbers are logged. If the database is unavailable, the stack and the failed statement add no information.
 */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const fields = pino.stdSerializers.err(error);
  const unavailable = unavailableOf(error);
  if (unavailable) return { type: fields.type, ...unavailable };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value !== 'object'));
}

/** Writes to `stream`, or to standard output. */
export const createLog = (level: string, stream?: DestinationStream): Log => {
  const options: LoggerOptions = {
    level,
    redact: { paths: redact, censor: '[redacted]' },
    base: undefined,
    serializers: { err: serializeError },
    hooks: { streamWrite: withoutKeys },
  };
  return stream ? pino(options, stream) : pino(options);
};
