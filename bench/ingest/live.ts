import { once } from 'node:events';
import WebSocket from 'ws';
import { percentile } from '../measure.ts';

/** A viewer of some devices that measures the age of values. Senders write the time into their messages. */
export async function watch(address: string, token: string, twinIds: readonly number[]) {
  const headers = { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/v1/live`, { headers });
  const agesMs: number[] = [];
  const listening = Promise.withResolvers<void>();
  let arrived = Promise.withResolvers<number>();
  let subscribed = 0;
  await once(socket, 'open');
  socket.on('message', (text) => {
    const message = JSON.parse(String(text)) as { subscribed?: string; data?: { timestamp: string | null }[] };
    if (message.subscribed !== undefined) subscribed += 1;
    if (subscribed === twinIds.length) listening.resolve();
    const [first] = message.data ?? [];
    if (!first?.timestamp) return;
    agesMs.push(Date.now() - Date.parse(first.timestamp));
    arrived.resolve(performance.now());
    arrived = Promise.withResolvers();
  });
  for (const id of twinIds) socket.send(JSON.stringify({ subscribe: `twin/${id}/values` }));
  await listening.promise;
  return {
    /** Figures since the last call. */
    take(): { count: number; median: number; p99: number } {
      const ages = agesMs.splice(0);
      return { count: ages.length, median: percentile(ages, 0.5), p99: percentile(ages, 0.99) };
    },
    /** Time of the next value, by `performance.now`. */
    next: () => arrived.promise,
    close: () => socket.close(),
  };
}
