import { ConfigError } from '../platform/config/config.ts';
import { StartError } from '../platform/instance/start-error.ts';

/** Errors that the operator can fix are printed as one line; all other errors are bugs and printed with their stack. */
export function reportFailure(error: unknown): never {
  const expected = error instanceof StartError || error instanceof ConfigError;
  console.error(expected ? error.message : error);
  process.exit(1);
}
