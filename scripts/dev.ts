import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';
import { root } from './steps.ts';

// The server restarts when a file changes; the web client is updated in place.
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'apps/server/src/main.ts')], {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'development' },
});
const web = await createServer({ root: join(root, 'apps/web') });
await web.listen();
console.log('Web client with reload:');
web.printUrls();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    server.kill(signal);
    await web.close();
  });
}
server.on('exit', (code) => process.exit(code ?? 0));
