import { loadConfig } from '../../apps/server/src/platform/config/config.ts';
import { startServer } from '../../apps/server/src/roles/server.ts';

/** The whole program in a process of its own; tells its parent where it is, and what it costs. */
const starting = loadConfig(process.env).then((config) => startServer(config));
// Without its parent it has nothing to do. Ctrl-C reaches it as well, and is left to the parent.
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
// The parent may be gone by now. The time since the process began, loading of the code included.
if (process.connected) process.send?.({ address, databaseUrl, startMs: Math.round(performance.now()) });
