import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

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

/** Lines go to `stream`, or to standard output. */
export const createLog = (level: string, stream?: DestinationStream): Log => {
  const options: LoggerOptions = {
    level,
    redact: { paths: redact, censor: '[redacted]' },
    base: undefined,
    hooks: { streamWrite: withoutKeys },
  };
  return stream ? pino(options, stream) : pino(options);
};
