import { parseArgs } from 'node:util';
import { loadConfig } from '../../platform/config/config.ts';
import { migrateDatabase } from '../../platform/db/migrate.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database.ts';

export const command: Command = {
  name: 'migrate',
  summary: "bring the database to this program's schema",
  async run(args, { env }) {
    parseArgs({ args });
    await withDatabase(await loadConfig(env), { create: true }, async (url) => {
      const applied = await migrateDatabase(url);
      for (const tag of applied) console.log(`Applied ${tag}`);
      if (applied.length === 0) console.log('The database is up to date.');
    });
  },
};
