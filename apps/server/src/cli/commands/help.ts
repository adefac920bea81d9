import { parseArgs } from 'node:util';
import type { Command } from '../command.ts';
import { describeCommands, findCommands } from '../registry.ts';

export const command: Command = {
  name: 'help',
  summary: 'show this list',
  async run(args) {
    parseArgs({ args });
    console.log(describeCommands(await findCommands()));
    console.log(
      '\nThe commands read the same environment as the server: DATA_DIR, DATABASE_URL, SECRET_KEY and so on.',
    );
  },
};
