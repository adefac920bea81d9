import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { TestUser } from '../../../../test/factories.ts';

interface Said {
  subscribed?: string;
  error?: { code: string };
  data?: unknown;
}

/** Subscribes a user to a topic. `until` resolves when a matching message arrives. */
export async function listenTo(url: string, as: TestUser, topic: string) {
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${as.token}` } });
  onTestFinished(() => socket.terminate());
  const said: Said[] = [];
  let look = () => {};
  socket.on('message', (data) => {
    said.push(JSON.parse(String(data)));
    look();
  });
  const until = (fits: (message: Said) => boolean) =>
    new Promise<void>((resolve) => {
      look = () => {
        if (said.some(fits)) resolve();
      };
      look();
    });
  await once(socket, 'open');
  socket.send(JSON.stringify({ subscribe: topic }));
  await until(({ subscribed, error }) => subscribed !== undefined || error !== undefined);
  return { said, until };
}
