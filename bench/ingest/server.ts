import { loadConfig } from '../../apps/server/src/platform/config/config.ts';
import { startServer } from '../../apps/server/src/roles/server.ts';

/** The whole program in a process of its own; tells its parent where it is, and what it costs. */
const startedMs = performance.now();
const server = await startServer(loadConfig(process.env));
process.send?.({
  address: server.address,
  databaseUrl: server.databaseUrl,
  startMs: Math.round(performance.now() - startedMs),
});
// Without its parent it has nothing to do.
process.on('disconnect', () => process.exit(1));
process.on('message', async (message) => {
  if (message === 'usage') {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1_000, memoryMb: Math.round(process.memoryUsage().rss / 1_048_576) });
    return;
  }
  await server.stop();
  process.exit(0);
});
