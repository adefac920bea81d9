import { ConfigError, loadConfig } from '../platform/config/config.ts';
import { StartError } from '../platform/instance/start-error.ts';
import { startServer } from '../roles/server.ts';

/** Starts the server and keeps it running until a signal ends it. */
export async function start(): Promise<void> {
  const server = await startServer(loadConfig(process.env));
  if (server.administrator) announce(server.administrator);
  console.log(`Stellwerk is ready: ${server.address}`);
  let stopping = false;
  const end = async (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    console.log(`Stopping (${signal}) …`);
    await server.stop();
    process.exit(0);
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);
}

function announce({ email, generatedPassword }: { email: string; generatedPassword: string | undefined }): void {
  console.log(`First system administrator: ${email}`);
  if (generatedPassword) console.log(`Password (shown only now):  ${generatedPassword}`);
}

/** What the operator can mend is told in one line; everything else is a bug and shows its trace. */
export function reportFailure(error: unknown): never {
  const expected = error instanceof StartError || error instanceof ConfigError;
  console.error(expected ? error.message : error);
  process.exit(1);
}
