/** A line of its own for the operator, followed by how the command is called; exit code 2. */
export class UsageError extends Error {}

export interface CommandContext {
  env: NodeJS.ProcessEnv;
  /** Aborted by the first Ctrl-C or SIGTERM: the command cleans up and fails. */
  signal: AbortSignal;
}

/** One file in `commands/` each, found by its being there. */
export interface Command {
  /** As it is typed; may be two words. */
  name: string;
  /** What follows the name, for the usage line. */
  parameters?: string;
  summary: string;
  run(args: string[], context: CommandContext): Promise<void>;
}
