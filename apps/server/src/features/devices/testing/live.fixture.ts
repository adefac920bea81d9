import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { TestUser } from '../../../../test/factories.ts';

interface Said {
  subscribed?: string;
  error?: { code: string };
  data?: unknown;
}

/** Listens to a topic as a user, once the server has answered. `until` resolves when something fits that was said. */
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
