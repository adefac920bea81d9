import { loadConfig } from '../../apps/server/src/platform/config/config.ts';
import { startServer } from '../../apps/server/src/roles/server.ts';

/** The whole program in its own process; reports its address and CPU time to the parent. */
const starting = loadConfig(process.env).then((config) => startServer(config));
// Stops with its parent. Ctrl-C reaches this process, too, but is handled by the parent.
process.on('disconnect', async () => {
  const server = await starting.catch(() => undefined);
  await server?.stop();
  process.exit(0);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
const { address, databaseUrl } = await starting;
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1_000, memoryMb: Math.round(process.memoryUsage().rss / 1_048_576) });
});
// The parent may have exited. The time since the start of the process includes loading the code.
if (process.connected) process.send?.({ address, databaseUrl, startMs: Math.round(performance.now()) });
