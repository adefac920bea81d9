import type { ConsoleCommand } from '@stellwerk/contract/system-console';
import type { HashGate } from '../../platform/auth/hash-gate.ts';
import { requireOwnSession } from '../../platform/auth/own-session.ts';
import { verifyPassword } from '../../platform/auth/password.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { decide } from '../../platform/policy/policy.ts';
import { clearFailures, countFailure, isLocked, lockKeys } from '../sessions/index.ts';
import type { Command } from './commands.ts';
import { passwordHashOf, topmostPaths } from './console.store.ts';

const provedForMs = 600_000;

interface ConsoleOptions {
  commands: readonly Command[];
  hashing: HashGate;
  clock: Clock;
}

export function createConsoleService({ commands, hashing, clock }: ConsoleOptions) {
  /** When the proof of a session ends. A restart of the process forgets it. */
  const proved = new Map<number, number>();

  /** The commands concern the whole installation, so the permission has to hold for all of it. */
  async function requireOperator(ctx: Ctx): Promise<number> {
    const sessionId = requireOwnSession(ctx.actor);
    const paths = await topmostPaths(ctx.db);
    const isOperator = paths.some((path) => decide(ctx.actor.grants, 'super.system.manage', path).allowed);
    if (!isOperator) fail('PERMISSION_DENIED', { subject: 'super.system', action: 'manage' });
    return sessionId;
  }

  return {
    list: ({ language }: Ctx): ConsoleCommand[] =>
      commands.map(({ name, usage, changesSomething, description }) => ({
        ...{ name, usage, changesSomething },
        description: description[language],
      })),

    async unlock(ctx: Ctx, { password, address }: { password: string; address: string }): Promise<{ until: string }> {
      const sessionId = await requireOperator(ctx);
      const { userId } = ctx.actor;
      const keys = lockKeys({ id: userId }, address);
      const matches = await hashing.run(address, async () => {
        if (await isLocked(ctx.db, keys, clock.now())) return fail('AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS');
        return verifyPassword(await passwordHashOf(ctx.db, userId), password);
      });
      if (!matches) {
        await countFailure(ctx.db, keys, clock.now());
        return fail('AUTH_LOGIN_PASSWORD_MISMATCH');
      }
      await clearFailures(ctx.db, userId);
      const untilMs = clock.now().getTime() + provedForMs;
      for (const [id, end] of proved) if (end < clock.now().getTime()) proved.delete(id);
      proved.set(sessionId, untilMs);
      return { until: new Date(untilMs).toISOString() };
    },

    async run(ctx: Ctx, line: string): Promise<string[]> {
      const sessionId = await requireOperator(ctx);
      if ((proved.get(sessionId) ?? 0) <= clock.now().getTime()) return fail('CONSOLE_LOCKED');
      ctx.activity.details = { line };
      const [name = '', ...args] = line.split(/\s+/);
      if (name === 'help') {
        return commands.map((each) => `${each.name} ${each.usage}`.padEnd(28) + each.description[ctx.language]);
      }
      const command = commands.find((each) => each.name === name) ?? fail('CONSOLE_COMMAND_UNKNOWN', { name });
      if (command.usage === '' && args.length > 0) fail('CONSOLE_ARGUMENTS_INVALID', { usage: command.name });
      return command.run(ctx.db, args);
    },
  };
}
export type ConsoleService = ReturnType<typeof createConsoleService>;
