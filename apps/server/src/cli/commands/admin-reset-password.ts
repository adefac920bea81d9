import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { deleteAllLocks, endSessions } from '../../features/sessions/index.ts';
import { setPassword } from '../../features/users/index.ts';
import { generatePassword, hashPassword } from '../../platform/auth/password.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { connect } from '../../platform/db/db.ts';
import { StartError } from '../../platform/instance/start-error.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { refuseOutdated } from '../outdated.ts';

const shortestLength = 8;

async function readPassword(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.length >= shortestLength) return line;
    break;
  }
  throw new StartError(`The password on the standard input must have at least ${shortestLength} characters`);
}

export const command: Command = {
  name: 'admin reset-password',
  parameters: '[--email <address>] [--password-stdin]',
  summary: "set a new password, reactivate the user and end the user's sessions (default: ADMIN_EMAIL)",
  async run(args, { env }) {
    const options = { email: { type: 'string' }, 'password-stdin': { type: 'boolean' } } as const;
    const { values } = parseArgs({ args, options });
    const config = await loadConfig(env);
    const email = values.email ?? config.admin.email;
    const given = values['password-stdin'] ? await readPassword() : undefined;
    const password = given ?? generatePassword();
    await withDatabase(config, {}, async (url) => {
      await refuseOutdated(url);
      const { db, close } = connect({ url, maxConnections: 1 });
      try {
        const passwordHash = await hashPassword(password);
        await db.transaction(async (tx) => {
          const userId = await setPassword(tx, email, passwordHash);
          if (userId === undefined) throw new StartError(`There is no user ${email}: name one with --email`);
          await endSessions(tx, userId);
          // Wrong attempts may have locked the user or address; operators who run this command may sign in at once.
          await deleteAllLocks(tx);
        });
      } finally {
        await close();
      }
    });
    console.log(`The password of ${email} was changed, and all sessions of the user have ended.`);
    if (given === undefined) console.log(`Password (shown only now):  ${password}`);
  },
};
