import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type WebSocket as Peer, WebSocketServer } from 'ws';
import { createLiveConnection } from './live.ts';

let server: WebSocketServer;
let peers: Peer[];
let heard: string[];
let ended: number;
let live: ReturnType<typeof createLiveConnection> | undefined;
const waiting = new Set<() => void>();

/** Resolves as soon as the condition is true; checks it after each event. */
const until = (holds: () => boolean) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (!holds()) return;
      waiting.delete(look);
      resolve();
    };
    waiting.add(look);
    look();
  });
const look = () => {
  for (const each of waiting) each();
};

beforeEach(async () => {
  peers = [];
  heard = [];
  ended = 0;
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (peer) => {
    peers.push(peer);
    peer.on('message', (data) => {
      heard.push(String(data));
      look();
    });
    look();
  });
  await new Promise((resolve) => server.once('listening', resolve));
});

afterEach(() => {
  live?.stop();
  for (const peer of server.clients) peer.terminate();
  server.close();
});

function start() {
  const connection = createLiveConnection({
    connect: () => new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`),
    onSessionEnded: () => {
      ended += 1;
      look();
    },
    random: () => 0,
    firstDelayMs: 1,
  });
  connection.watch(look);
  live = connection;
  return connection;
}

const tell = (message: unknown) => peers.at(-1)?.send(JSON.stringify(message));

it('connects with the first topic, and receives its messages and no others', async () => {
  const live = start();
  expect(live.state()).toBe('idle');
  const got: unknown[] = [];
  live.subscribe('jobs', { onMessage: (data) => got.push(data) && look() });
  await until(() => heard.length === 1);
  expect(heard).toEqual(['{"subscribe":"jobs"}']);
  tell({ topic: 'other', data: 1 });
  tell({ nonsense: true });
  tell({ topic: 'jobs', data: { id: 7 } });
  await until(() => got.length > 0);
  expect(got).toEqual([{ id: 7 }]);
});

it('subscribes a topic once for all its listeners, and unsubscribes with the last', async () => {
  const live = start();
  const stopFirst = live.subscribe('jobs', { onMessage: () => {} });
  const stopSecond = live.subscribe('jobs', { onMessage: () => {} });
  await until(() => live.state() === 'open');
  live.subscribe('job/1', { onMessage: () => {} });
  stopFirst();
  stopSecond();
  await until(() => heard.length === 3);
  expect(heard).toEqual(['{"subscribe":"jobs"}', '{"subscribe":"job/1"}', '{"unsubscribe":"jobs"}']);
});

it('reconnects after a loss, and reports missed messages at every start', async () => {
  const live = start();
  let missed = 0;
  live.subscribe('jobs', {
    onMessage: () => {},
    onResync: () => {
      missed += 1;
      look();
    },
  });
  await until(() => heard.length === 1);
  expect(missed).toBe(0);
  tell({ subscribed: 'jobs' });
  await until(() => missed === 1);
  peers.at(-1)?.terminate();
  await until(() => live.state() === 'waiting');
  await until(() => heard.length === 2);
  expect(missed).toBe(1);
  tell({ subscribed: 'jobs' });
  await until(() => missed === 2);
  expect(heard).toEqual(['{"subscribe":"jobs"}', '{"subscribe":"jobs"}']);
});

it('reports that the server dropped messages', async () => {
  const live = start();
  const missed: string[] = [];
  const note = (topic: string) => ({ onMessage: () => {}, onResync: () => missed.push(topic) && look() });
  live.subscribe('jobs', note('jobs'));
  live.subscribe('job/1', note('job/1'));
  await until(() => heard.length === 2);
  tell({ resync: ['job/1'] });
  await until(() => missed.length > 0);
  expect(missed).toEqual(['job/1']);
});

it('checks the session when the server has ended it', async () => {
  const live = start();
  live.subscribe('jobs', { onMessage: () => {} });
  await until(() => heard.length === 1);
  peers.at(-1)?.close(4401);
  await until(() => ended === 1);
});

it('refetches only after messages that are newer than the shown data', async () => {
  const live = start();
  const resyncs: string[] = [];
  const listener = (name: string, since: string) => ({
    onMessage: () => undefined,
    onResync: () => resyncs.push(name) && look(),
    since: () => since,
  });
  const early = '2026-01-01T00:00:00.000Z';
  live.subscribe('quiet', listener('quiet', early));
  live.subscribe('busy', listener('busy', early));
  await until(() => heard.length === 2);
  expect(heard.map((text) => JSON.parse(text))).toEqual([
    { subscribe: 'quiet', since: early },
    { subscribe: 'busy', since: early },
  ]);
  tell({ subscribed: 'quiet', isComplete: true });
  tell({ subscribed: 'busy' });
  await until(() => resyncs.length > 0);
  expect(resyncs).toEqual(['busy']);
  // A later listener requests the messages since its own fetch.
  const late = '2026-01-01T00:05:00.000Z';
  live.subscribe('quiet', listener('second', late));
  await until(() => heard.length === 3);
  expect(JSON.parse(heard[2] ?? '')).toEqual({ subscribe: 'quiet', since: late });
});
