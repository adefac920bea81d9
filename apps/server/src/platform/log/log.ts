import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { unavailableOf } from '../errors/unavailable.ts';

export type Log = Logger;

/** Secrets never reach the log, wherever a caller puts them. */
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

/** Addresses whose key is all that it takes to read a shared twin; they may stand anywhere in a message. */
const withoutKeys = (line: string) => line.replace(/(\/public\/)[0-9a-f]{32}/gi, '$1[redacted]');

/**
 * The driver hangs its client with sockets and buffers on the error of a lost connection: only texts and numbers are
 * written. Where the database is away, a stack and the text of the statement that met it tell nothing more.
 */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const fields = pino.stdSerializers.err(error);
  const unavailable = unavailableOf(error);
  if (unavailable) return { type: fields.type, ...unavailable };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value !== 'object'));
}

/** Lines go to `stream`, or to standard output. */
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
