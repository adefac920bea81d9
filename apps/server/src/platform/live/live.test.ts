import { once } from 'node:events';
import cookie from '@fastify/cookie';
import { type LiveMessage, liveCloseCodes, livePath } from '@stellwerk/contract/live';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Actor } from '../http/ctx.ts';
import { handleError } from '../http/error-handler.ts';
import { createOwnOrigin } from '../http/origin.ts';
import { createLog } from '../log/log.ts';
import { defineTopic, type TopicKind } from './define-topic.ts';
import { createLive, type LiveLimits } from './live.ts';
import { registerLive } from './register.ts';

const userOf = (userId: number, via: Actor['via'] = 'bearer'): Actor => ({
  userId,
  accountId: 1,
  sessionId: userId * 10,
  apiKeyId: null,
  impersonator: null,
  email: 'user@example.com',
  grants: [{ scope: '1', permissions: ['DigitalTwin.read'] }],
  via,
});

/** `room/{id}` is open to the user with that id; `shared` is open to everyone, but its messages are filtered. */
const topics: TopicKind[] = [
  defineTopic({ pattern: 'room/{id}', authorise: async (actor, { id }) => actor.userId === Number(id) }),
  defineTopic({ pattern: 'shared', authorise: async () => true, accepts: (actor, about) => about === actor.userId }),
  defineTopic({ pattern: 'broken', authorise: () => Promise.reject(new Error('no database')) }),
  defineTopic({
    pattern: 'twin/{id}/states',
    authorise: async (actor) => actor.grants.some(({ permissions }) => permissions.includes('DigitalTwin.read')),
  }),
];

async function startLive(limits: Partial<LiveLimits> = {}) {
  /** Sessions by token; tests end them and change their permissions. */
  const sessions = new Map<string, Actor>([
    ['one', userOf(1)],
    ['two', userOf(2)],
    ['browser', userOf(3, 'cookie')],
  ]);
  const live = createLive({ topics: () => topics, log: createLog('silent'), limits });
  const app = Fastify();
  app.decorateRequest('actor', undefined);
  app.setErrorHandler(handleError);
  await app.register(cookie);
  await registerLive(app, {
    live,
    isOwnOrigin: createOwnOrigin({ publicUrl: undefined, host: '127.0.0.1', isAccountDomain: async () => false }),
    authenticate: async (request) => sessions.get(request.headers.authorization ?? request.cookies.session ?? ''),
  });
  const url = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws') + livePath;
  onTestFinished(() => app.close());

  async function connect(headers: Record<string, string>) {
    const socket = new WebSocket(url, { headers });
    const inbox: LiveMessage[] = [];
    const waiting = new Set<() => void>();
    socket.on('message', (data) => {
      inbox.push(JSON.parse(String(data)));
      for (const look of waiting) look();
    });
    await once(socket, 'open');
    /** Waits for the next message that contains `part`, and removes it from the inbox. */
    const next = (part: object) =>
      new Promise<LiveMessage>((resolve) => {
        const look = () => {
          const at = inbox.findIndex((message) => Object.keys(part).every((key) => key in message));
          if (at < 0) return;
          waiting.delete(look);
          resolve(inbox.splice(at, 1)[0]!);
        };
        waiting.add(look);
        look();
      });
    const say = (message: unknown) => socket.send(JSON.stringify(message));
    async function subscribe(topic: string) {
      say({ subscribe: topic });
      expect(await next({ subscribed: '' })).toEqual({ subscribed: topic });
    }
    const closed = once(socket, 'close').then(([code]) => code as number);
    return { socket, inbox, next, say, subscribe, closed };
  }
  return { live, app, url, sessions, connect, as: (token: string) => connect({ authorization: token }) };
}

const refusalOf = (url: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve) => {
    const socket = new WebSocket(url, { headers });
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
    socket.on('open', () => resolve(101));
    socket.on('error', () => {});
  });

describe('the upgrade', () => {
  it('needs a session', async () => {
    const { url } = await startLive();
    expect(await refusalOf(url, {})).toBe(401);
    expect(await refusalOf(url, { authorization: 'nobody' })).toBe(401);
  });

  it('with a cookie is refused for foreign pages and for those that do not say who they are', async () => {
    const { url } = await startLive();
    const own = new URL(url).host;
    expect(await refusalOf(url, { cookie: 'session=browser', origin: 'https://evil.example' })).toBe(403);
    expect(await refusalOf(url, { cookie: 'session=browser' })).toBe(403);
    expect(await refusalOf(url, { cookie: 'session=browser', origin: `http://${own}` })).toBe(101);
    const rebound = { host: 'evil.example', origin: 'http://evil.example' };
    expect(await refusalOf(url, { cookie: 'session=browser', ...rebound })).toBe(403);
  });
});

describe('topics', () => {
  it('are heard by those who subscribed, and no longer after unsubscribe', async () => {
    const { live, as } = await startLive();
    const one = await as('one');
    await one.subscribe('room/1');
    live.publish('room/1', { n: 1 });
    expect(await one.next({ topic: '' })).toEqual({ topic: 'room/1', data: { n: 1 } });
    one.say({ unsubscribe: 'room/1' });
    await one.next({ unsubscribed: '' });
    live.publish('room/1', { n: 2 });
    await one.subscribe('shared');
    live.publish('shared', { n: 3 }, 1);
    expect(await one.next({ topic: '' })).toEqual({ topic: 'shared', data: { n: 3 } });
  });

  it('that are missing and those of others are refused alike', async () => {
    const { live, as } = await startLive();
    const two = await as('two');
    for (const topic of ['room/1', 'room/99', 'nothing/at/all', 'toString', 'room']) {
      two.say({ subscribe: topic });
      expect(await two.next({ error: {} })).toEqual({ error: { code: 'LIVE_TOPIC_NOT_FOUND', topic } });
    }
    live.publish('room/1', 'secret');
    await two.subscribe('room/2');
    live.publish('room/2', 'mine');
    expect(await two.next({ topic: '' })).toEqual({ topic: 'room/2', data: 'mine' });
  });

  it('choose the listeners of a message', async () => {
    const { live, as } = await startLive();
    const [one, two] = [await as('one'), await as('two')];
    await one.subscribe('shared');
    await two.subscribe('shared');
    live.publish('shared', 'for two', 2);
    live.publish('shared', 'for one', 1);
    expect(await one.next({ topic: '' })).toEqual({ topic: 'shared', data: 'for one' });
    expect(await two.next({ topic: '' })).toEqual({ topic: 'shared', data: 'for two' });
    expect(one.inbox.concat(two.inbox)).toEqual([]);
  });

  it('carry messages of every length', async () => {
    const { live, as } = await startLive();
    const one = await as('one');
    await one.subscribe('room/1');
    for (const length of [0, 90, 126, 200, 65_500, 70_000, 300_000]) {
      live.publish('room/1', 'ä'.repeat(length));
      expect(await one.next({ topic: '' })).toEqual({ topic: 'room/1', data: 'ä'.repeat(length) });
    }
  });
});

describe('limits', () => {
  it('of topics per connection', async () => {
    const { as } = await startLive({ maxTopics: 2 });
    const one = await as('one');
    await one.subscribe('room/1');
    await one.subscribe('shared');
    one.say({ subscribe: 'twin/4/states' });
    expect(await one.next({ error: {} })).toEqual({ error: { code: 'RATE_LIMITED', topic: 'twin/4/states' } });
  });

  it('of talk: nonsense is answered, floods and long messages close', async () => {
    const { as } = await startLive({ maxMessages: 5 });
    const one = await as('one');
    one.socket.send('{not json');
    expect(await one.next({ error: {} })).toEqual({ error: { code: 'VALIDATION_ERROR' } });
    one.say({ subscribe: 'a b c' });
    expect(await one.next({ error: {} })).toEqual({ error: { code: 'VALIDATION_ERROR' } });
    for (const _ of [1, 2, 3, 4, 5, 6]) one.say({ unsubscribe: 'shared' });
    expect(await one.closed).toBe(liveCloseCodes.tooMany);
    const two = await as('two');
    two.say({ subscribe: 'x'.repeat(5_000) });
    expect(await two.closed).toBe(1009);
  });

  it('of connections per user', async () => {
    const { as } = await startLive({ maxSocketsPerUser: 1 });
    await as('one');
    expect(await (await as('one')).closed).toBe(liveCloseCodes.tooMany);
  });

  it('of patience: a slow client loses messages, hears which topics to read again, and others are not held up', async () => {
    const { live, as } = await startLive({ maxBufferedBytes: 100_000 });
    const [slow, quick] = [await as('one'), await as('two')];
    await slow.subscribe('room/1');
    await quick.subscribe('room/2');
    slow.socket.pause();
    const big = 'x'.repeat(100_000);
    for (let n = 0; n < 200; n += 1) live.publish('room/1', big);
    live.publish('room/2', 'still here');
    expect(await quick.next({ topic: '' })).toEqual({ topic: 'room/2', data: 'still here' });
    slow.socket.resume();
    expect(await slow.next({ resync: [] })).toEqual({ resync: ['room/1'] });
    expect(slow.inbox.length).toBeLessThan(200);
    live.publish('room/1', 'again');
    await expect.poll(() => slow.inbox.at(-1)).toEqual({ topic: 'room/1', data: 'again' });
  });
});

describe('a session', () => {
  it('that ends closes its connections and no others', async () => {
    const { live, as } = await startLive();
    const [one, two] = [await as('one'), await as('two')];
    await two.subscribe('room/2');
    live.closeSession(10);
    expect(await one.closed).toBe(liveCloseCodes.sessionEnded);
    live.publish('room/2', 'still here');
    expect(await two.next({ topic: '' })).toEqual({ topic: 'room/2', data: 'still here' });
  });

  it('that ended elsewhere is noticed', async () => {
    const { sessions, as } = await startLive({ beatMs: 20, renewEveryMs: 0 });
    const one = await as('one');
    sessions.delete('one');
    expect(await one.closed).toBe(liveCloseCodes.sessionEnded);
  });

  it('that loses a permission loses the topics that need it, and keeps the rest', async () => {
    const { live, sessions, as } = await startLive();
    const one = await as('one');
    await one.subscribe('room/1');
    await one.subscribe('twin/4/states');
    sessions.set('one', { ...userOf(1), grants: [] });
    await live.reauthorise(1);
    expect(await one.next({ error: {} })).toEqual({ error: { code: 'LIVE_TOPIC_NOT_FOUND', topic: 'twin/4/states' } });
    live.publish('twin/4/states', 'secret');
    live.publish('room/1', 'mine');
    expect(await one.next({ topic: '' })).toEqual({ topic: 'room/1', data: 'mine' });
  });
});

it('reports listeners that it lives, and drops those that do not answer', async () => {
  const { live, as } = await startLive({ beatMs: 30 });
  const [one, dead] = [await as('one'), await as('two')];
  dead.socket.pause();
  expect(await one.next({ beat: true })).toEqual({ beat: true });
  await expect.poll(() => live.size()).toBe(1);
  expect(one.socket.readyState).toBe(WebSocket.OPEN);
});

it('closes all connections when the server stops', async () => {
  const { app, as } = await startLive();
  const one = await as('one');
  await app.close();
  expect(await one.closed).toBe(1001);
});

it('reports when a topic can not be checked', async () => {
  const { as } = await startLive();
  const one = await as('one');
  one.say({ subscribe: 'broken' });
  expect(await one.next({ error: {} })).toEqual({ error: { code: 'INTERNAL_ERROR', topic: 'broken' } });
  await one.subscribe('room/1');
});

describe('who subscribes with the time of what they have read', () => {
  it('learns whether there was something to tell since, even if nobody heard it', async () => {
    const { live, as } = await startLive();
    const client = await as('one');
    const since = new Date(Date.now() + 1).toISOString();
    // The clock must pass `since` before a message can be later than it.
    while (Date.now() <= Date.parse(since)) await new Promise(setImmediate);
    client.say({ subscribe: 'room/1', since });
    expect(await client.next({ subscribed: '' })).toEqual({ subscribed: 'room/1', isComplete: true });
    client.say({ unsubscribe: 'room/1' });
    await client.next({ unsubscribed: '' });
    expect(live.isHeard('room/1')).toBe(false);
    client.say({ subscribe: 'room/1', since });
    expect(await client.next({ subscribed: '' })).toEqual({ subscribed: 'room/1' });
    live.publish('twin/7/states', 1);
    client.say({ subscribe: 'twin/7/states', since });
    expect(await client.next({ subscribed: '' })).toEqual({ subscribed: 'twin/7/states' });
  });

  it('can not be told about the time before the start', async () => {
    const { as } = await startLive();
    const client = await as('one');
    client.say({ subscribe: 'room/1', since: '2020-01-01T00:00:00.000Z' });
    expect(await client.next({ subscribed: '' })).toEqual({ subscribed: 'room/1' });
  });
});
