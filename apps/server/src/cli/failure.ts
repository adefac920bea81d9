import { ConfigError } from '../platform/config/config.ts';
import { StartError } from '../platform/instance/start-error.ts';

/** What the operator can mend is told in one line; everything else is a bug and shows its trace. */
export function reportFailure(error: unknown): never {
  const expected = error instanceof StartError || error instanceof ConfigError;
  console.error(expected ? error.message : error);
  process.exit(1);
}
