import { loadConfig } from '../platform/config/config.ts';
import { startServer } from '../roles/server.ts';

export { reportFailure } from './failure.ts';

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
