import type { Command } from '../command.ts';
import { help, readOptions } from '../simulate/options.ts';

export const command: Command = {
  name: 'simulate',
  parameters: '[--devices N] [--rate N] [--profile K] [--seconds N] [--url U] [--keep]',
  summary: 'send messages of virtual devices to the running server, to see what a load does',
  async run(args, context) {
    const options = readOptions(args);
    if (!options) return console.log(help);
    // The import loads half of the server, so it is skipped for help.
    const { simulate } = await import('../simulate/simulate.ts');
    await simulate(options, context);
  },
};
