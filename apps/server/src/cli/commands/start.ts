import { parseArgs } from 'node:util';
import type { Command } from '../command.ts';

export const command: Command = {
  name: 'start',
  summary: 'start the server',
  async run(args) {
    parseArgs({ args });
    // The import loads the whole server, which the other commands need not wait for.
    const { start } = await import('../start.ts');
    await start();
  },
};
