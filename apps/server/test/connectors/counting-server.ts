import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A server that counts connections and records their data. */
export async function startCountingServer() {
  const open = new Set<Socket>();
  const lines: string[] = [];
  let most = 0;
  let seen = 0;
  const server = createServer((socket) => {
    open.add(socket);
    seen += 1;
    most = Math.max(most, open.size);
    socket.on('error', () => {});
    socket.on('data', (text) => lines.push(...String(text).trim().split('\n')));
    socket.once('close', () => open.delete(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    lines,
    now: () => open.size,
    most: () => most,
    seen: () => seen,
    hangUp() {
      for (const socket of open) socket.destroy();
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
export type CountingServer = Awaited<ReturnType<typeof startCountingServer>>;
