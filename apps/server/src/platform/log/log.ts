import { type Logger, pino } from 'pino';

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

export const createLog = (level: string): Log =>
  pino({ level, redact: { paths: redact, censor: '[redacted]' }, base: undefined });
