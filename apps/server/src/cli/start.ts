import { loadConfig } from '../platform/config/config.ts';
import { startServer } from '../roles/server.ts';

export { reportFailure } from './failure.ts';

/** Starts the server and runs it until a signal arrives, which may happen while it is still starting. */
export async function start(): Promise<void> {
  const starting = loadConfig(process.env).then((config) => startServer(config));
  let stopping = false;
  const end = async (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    console.log(`Stopping (${signal}) …`);
    // Aborting a start would leave a database running, and a start takes only a moment, so it is awaited.
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
