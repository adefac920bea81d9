import './resolve-once.ts';
import { version } from '../version.ts';
import { type Command, UsageError } from './command.ts';
import { reportFailure } from './failure.ts';
import { describeCommands, findCommands, matchCommand, usageOf } from './registry.ts';

/** The exit code that shells report for a program ended by Ctrl-C. */
const interruptedCode = 130;

const isMistyped = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

/** `start` handles signals itself; other commands clean up on the first signal and exit at once on the second. */
function listenForSignals(command: Command): AbortSignal {
  const controller = new AbortController();
  if (command.name === 'start') return controller.signal;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => (controller.signal.aborted ? process.exit(interruptedCode) : controller.abort()));
  }
  return controller.signal;
}

async function main(words: string[]): Promise<void> {
  if (words[0] === '--version') return console.log(version);
  const found = await matchCommand(words[0] === '--help' ? ['help'] : words);
  if (!found) {
    if (words.length > 0) console.error(`There is no command "${words.join(' ')}".`);
    console.error(describeCommands(await findCommands()));
    process.exit(2);
  }
  const signal = listenForSignals(found.command);
  try {
    await found.command.run(found.args, { env: process.env, signal });
  } catch (error) {
    if (isMistyped(error)) {
      console.error(`${error.message}\nUsage: ${usageOf(found.command)}`);
      process.exit(2);
    }
    if (signal.aborted) {
      console.error('Interrupted: nothing was changed.');
      process.exit(interruptedCode);
    }
    throw error;
  }
}

await main(process.argv.slice(2)).catch(reportFailure);
