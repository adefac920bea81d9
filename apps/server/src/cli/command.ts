/** Printed as one line with the usage of the command; exit code 2. */
export class UsageError extends Error {}

export interface CommandContext {
  env: NodeJS.ProcessEnv;
  /** Aborted by the first Ctrl-C or SIGTERM: the command cleans up and fails. */
  signal: AbortSignal;
}

/** A command; each file in `commands/` exports one and is discovered automatically. */
export interface Command {
  /** The words to type; may be two words. */
  name: string;
  /** The arguments after the name, for the usage line. */
  parameters?: string;
  summary: string;
  run(args: string[], context: CommandContext): Promise<void>;
}
