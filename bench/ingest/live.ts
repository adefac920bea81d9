import { once } from 'node:events';
import WebSocket from 'ws';

/** A viewer of some devices: how old are values when they reach it? Senders write the time into their messages. */
export async function watch(address: string, token: string, twinIds: readonly number[]) {
  const headers = { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/v1/live`, { headers });
  const agesMs: number[] = [];
  const listening = Promise.withResolvers<void>();
  let subscribed = 0;
  await once(socket, 'open');
  socket.on('message', (text) => {
    const message = JSON.parse(String(text)) as { subscribed?: string; data?: { timestamp: string | null }[] };
    if (message.subscribed !== undefined) subscribed += 1;
    if (subscribed === twinIds.length) listening.resolve();
    const [first] = message.data ?? [];
    if (first?.timestamp) agesMs.push(Date.now() - Date.parse(first.timestamp));
  });
  for (const id of twinIds) socket.send(JSON.stringify({ subscribe: `twin/${id}/values` }));
  await listening.promise;
  return {
    /** What came since the last time. */
    take(): { count: number; median: number; p99: number } {
      const sorted = agesMs.splice(0).sort((a, b) => a - b);
      const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
      return { count: sorted.length, median: at(0.5), p99: at(0.99) };
    },
    close: () => socket.close(),
  };
}
