import { z } from 'zod';
import { dataOf, isoTime } from './core/envelope.ts';
import { defineRoute } from './core/route.ts';

const tag = 'system-console';

/** The password is entered again, so that an open browser is not enough; the proof ends after ten minutes. */
export const unlockConsole = defineRoute({
  method: 'POST',
  path: '/api/v1/system-console/unlock',
  tag,
  summary: 'Prove the password again to use the terminal for ten minutes; not with an API key',
  permission: 'super.system.manage',
  // A failed attempt must be counted although the call fails.
  transaction: 'own',
  body: z.object({ password: z.string().min(1).max(1_024) }),
  response: dataOf(z.object({ until: isoTime })),
  errors: [
    'AUTH_SESSION_REQUIRED',
    'AUTH_LOGIN_PASSWORD_MISMATCH',
    'AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS',
    'PERMISSION_DENIED',
    'RATE_LIMITED',
  ],
});

export const consoleCommand = z.object({
  name: z.string(),
  /** Arguments, such as `<id>`; empty for none. */
  usage: z.string(),
  description: z.string(),
  changesSomething: z.boolean(),
});
export type ConsoleCommand = z.output<typeof consoleCommand>;

export const listConsoleCommands = defineRoute({
  method: 'GET',
  path: '/api/v1/system-console/commands',
  tag,
  summary: 'The fixed commands of the terminal',
  permission: 'super.system.manage',
  response: dataOf(z.array(consoleCommand)),
});

/** A fixed list of commands; there is neither a shell nor SQL behind them. */
export const runConsoleCommand = defineRoute({
  method: 'POST',
  path: '/api/v1/system-console',
  tag,
  summary: 'Run one command of the terminal',
  permission: 'super.system.manage',
  transaction: 'own',
  body: z.object({ line: z.string().trim().min(1).max(500) }),
  response: dataOf(z.object({ lines: z.array(z.string()) })),
  errors: [
    'AUTH_SESSION_REQUIRED',
    'PERMISSION_DENIED',
    'CONSOLE_LOCKED',
    'CONSOLE_COMMAND_UNKNOWN',
    'CONSOLE_ARGUMENTS_INVALID',
  ],
});
