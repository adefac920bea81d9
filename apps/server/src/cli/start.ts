import { loadConfig } from '../platform/config/config.ts';
import { startServer } from '../roles/server.ts';

export { reportFailure } from './failure.ts';

/** Starts the server and keeps it running until a signal ends it, also one that comes while it is still starting. */
export async function start(): Promise<void> {
  const starting = loadConfig(process.env).then((config) => startServer(config));
  let stopping = false;
  const end = async (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    console.log(`Stopping (${signal}) …`);
    // A start can't be cut short without leaving a database behind, and takes but a moment.
    await starting.then(
      (server) => server.stop(),
      () => {},
    );
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  const server = await starting;
  if (server.administrator) announce(server.administrator);
  if (!stopping) console.log(`Stellwerk is ready: ${server.address}`);
}

function announce({ email, generatedPassword }: { email: string; generatedPassword: string | undefined }): void {
  console.log(`First system administrator: ${email}`);
  if (generatedPassword) console.log(`Password (shown only now):  ${generatedPassword}`);
}
