import { parseArgs } from 'node:util';
import { loadConfig } from '../../platform/config/config.ts';
import { connect, type Db } from '../../platform/db/db.ts';
import { StartError } from '../../platform/instance/start-error.ts';
import { secretKeyOf } from '../../platform/secrets/key.ts';
import { type Reencrypted, reencrypt, rotateKeyFile } from '../../platform/secrets/rotate.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { counted } from '../format.ts';
import { refuseOutdated } from '../outdated.ts';

/** The operator owns a key in the environment: the new key is read from there, and only the operator can replace it. */
async function rotateEnvironment(db: Db, text: string, next: string | undefined): Promise<Reencrypted> {
  const from = secretKeyOf(text, 'SECRET_KEY');
  if (!next) throw new StartError('SECRET_KEY is set, so the new key must be given as SECRET_KEY_NEW');
  const to = secretKeyOf(next, 'SECRET_KEY_NEW');
  if (to.id === from.id) throw new StartError('SECRET_KEY_NEW is the same as SECRET_KEY');
  return db.transaction((tx) => reencrypt(tx, { from, to }));
}

export const command: Command = {
  name: 'secret rotate',
  summary: 'make a new key and encrypt all stored secrets with it (with SECRET_KEY set: take SECRET_KEY_NEW)',
  async run(args, { env }) {
    parseArgs({ args });
    const config = await loadConfig(env);
    const { secretKey, dataDir } = config;
    const { changed, unreadable } = await withDatabase(config, { exclusive: true }, async (url) => {
      await refuseOutdated(url);
      const { db, close } = connect({ url, maxConnections: 1 });
      const rotated = secretKey ? rotateEnvironment(db, secretKey, env.SECRET_KEY_NEW) : rotateKeyFile(db, dataDir);
      return rotated.finally(close);
    });
    console.log(`Encrypted with the new key: ${counted(changed, 'secret')}.`);
    if (unreadable > 0) console.error(`Left as it was, since neither key reads it: ${counted(unreadable, 'secret')}.`);
    if (secretKey) console.log('Now set SECRET_KEY to the value of SECRET_KEY_NEW before you start the server.');
  },
};
