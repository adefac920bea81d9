import { liveBeatMs, liveCloseCodes, liveRequest } from '@stellwerk/contract/live';
import type { Actor } from '../http/ctx.ts';
import type { Log } from '../log/log.ts';
import { createLocalBus, type LiveBus } from './bus.ts';
import { beatFrame, type Client, type Connection, createClient } from './client.ts';
import { createTopicFinder, type TopicKind } from './define-topic.ts';
import { textFrame } from './frame.ts';
import { createRecent } from './recent.ts';

export interface LiveLimits {
  maxTopics: number;
  maxSocketsPerUser: number;
  maxMessages: number;
  maxBufferedBytes: number;
  /** Clients that lag for longer are disconnected. */
  maxLagMs: number;
  /** How often a session is checked again, in case the notification of its end is lost. */
  renewEveryMs: number;
  beatMs: number;
}

const defaults: LiveLimits = {
  maxTopics: 200,
  maxSocketsPerUser: 50,
  maxMessages: 300,
  maxBufferedBytes: 1_048_576,
  maxLagMs: 30_000,
  renewEveryMs: 60_000,
  beatMs: liveBeatMs,
};

interface LiveOptions {
  /** Read once, at the first subscription. */
  topics: () => readonly TopicKind[];
  log: Log;
  bus?: LiveBus;
  limits?: Partial<LiveLimits>;
}

export interface Live {
  /** Sends to all listeners; `about` lets the topic filter them. */
  publish(topic: string, data: unknown, about?: unknown): void;
  /**
   * Checks whether a topic has listeners, so that expensive messages are not built for nobody. The call also records
   * activity on the topic: clients that subscribe a moment later still learn that they missed something.
   */
  isHeard(topic: string): boolean;
  /** Call when permissions of users or the scopes they hold for changed: closes topics that users may no longer see. */
  reauthorise(users: number | ReadonlySet<number> | 'everybody'): Promise<void>;
  closeSession(sessionId: number): void;
  open(connection: Connection): void;
  size(): number;
  stop(): void;
}

export function createLive({ topics, log, bus = createLocalBus(), limits: changed }: LiveOptions): Live {
  const limits = { ...defaults, ...changed };
  let finder: ReturnType<typeof createTopicFinder> | undefined;
  const find = (topic: string) => {
    finder ??= createTopicFinder(topics());
    return finder(topic);
  };
  const clients = new Set<Client>();
  const listeners = new Map<string, Set<Client>>();
  const recent = createRecent(Date.now);

  const reportedAs =
    <T>(answer: T) =>
    (error: unknown): T => {
      log.error({ err: error }, 'live connection failed');
      return answer;
    };

  function leave(client: Client, topic: string): void {
    client.topics.delete(topic);
    const others = listeners.get(topic);
    others?.delete(client);
    if (others?.size === 0) listeners.delete(topic);
  }

  async function subscribe(client: Client, topic: string, since: string | undefined): Promise<void> {
    const refuse = (code: string) => client.send({ error: { code, topic } });
    if (!client.topics.has(topic) && client.topics.size >= limits.maxTopics) return refuse('RATE_LIMITED');
    const found = find(topic);
    const allowed = found && (await found.kind.authorise(client.actor, found.params).catch(reportedAs(undefined)));
    if (found && allowed === undefined) return refuse('INTERNAL_ERROR');
    if (!found || !allowed) return refuse('LIVE_TOPIC_NOT_FOUND');
    if (!clients.has(client)) return;
    client.topics.set(topic, found);
    const others = listeners.get(topic) ?? new Set();
    listeners.set(topic, others.add(client));
    const isComplete = since !== undefined && recent.isQuietSince(topic, Date.parse(since));
    client.send({ subscribed: topic, ...(isComplete ? { isComplete } : {}) });
  }

  async function hear(client: Client, text: string): Promise<void> {
    const request = liveRequest.safeParse(parseJson(text));
    if (!request.success) return client.send({ error: { code: 'VALIDATION_ERROR' } });
    if ('subscribe' in request.data) return subscribe(client, request.data.subscribe, request.data.since);
    leave(client, request.data.unsubscribe);
    client.send({ unsubscribed: request.data.unsubscribe });
  }

  async function recheck(client: Client, always: boolean): Promise<void> {
    client.checkedAt = Date.now();
    const actor = await client.renew();
    if (!actor) return client.socket.close(liveCloseCodes.sessionEnded, 'session ended');
    const same = JSON.stringify(actor.grants) === JSON.stringify(client.actor.grants);
    client.actor = actor;
    if (same && !always) return;
    for (const [topic, { kind, params }] of client.topics) {
      if (await kind.authorise(actor, params)) continue;
      leave(client, topic);
      client.send({ error: { code: 'LIVE_TOPIC_NOT_FOUND', topic } });
    }
  }

  const of = (matches: (actor: Actor) => boolean) => [...clients].filter(({ actor }) => matches(actor));
  const safely = (work: Promise<void>) => work.catch(reportedAs(undefined));

  bus.subscribe(({ topic, data, about }) => {
    recent.note(topic);
    const audience = listeners.get(topic);
    if (!audience) return;
    const frame = textFrame({ topic, data });
    for (const client of audience) {
      const accepts = client.topics.get(topic)?.kind.accepts;
      if (!accepts || accepts(client.actor, about)) client.push(topic, frame);
    }
  });

  /** Disconnects dead and hopelessly slow clients, pings all others and rechecks sessions that are due. */
  async function beat(): Promise<void> {
    const now = Date.now();
    for (const client of clients) {
      if (!client.answered || now - (client.laggingSince() ?? now) > limits.maxLagMs) {
        client.socket.terminate();
        continue;
      }
      client.answered = false;
      client.socket.ping();
      client.push('', beatFrame);
    }
    for (const client of of(() => true)) {
      if (now - client.checkedAt >= limits.renewEveryMs && clients.has(client)) await recheck(client, false);
    }
  }
  const timer = setInterval(() => void safely(beat()), limits.beatMs);

  return {
    isHeard(topic) {
      recent.note(topic);
      return bus.leadsElsewhere || listeners.has(topic);
    },
    publish: (topic, data, about) => bus.publish({ topic, data, about }),
    async reauthorise(users) {
      const isMeant = (userId: number) =>
        users === 'everybody' || (typeof users === 'number' ? users === userId : users.has(userId));
      // An impersonated session depends on the permissions of both users.
      const isConcerned = ({ userId, impersonator }: Actor) =>
        isMeant(userId) || (impersonator !== null && isMeant(impersonator.id));
      await Promise.all(of(isConcerned).map((client) => safely(recheck(client, true))));
    },
    closeSession(sessionId) {
      for (const client of of((actor) => actor.sessionId === sessionId)) {
        client.socket.close(liveCloseCodes.sessionEnded, 'session ended');
      }
    },
    open(connection) {
      const { socket, actor } = connection;
      if (of(({ userId }) => userId === actor.userId).length >= limits.maxSocketsPerUser) {
        return socket.close(liveCloseCodes.tooMany, 'too many connections');
      }
      const client = createClient(connection, limits);
      // Requests are processed one after the other: an unsubscribe must not overtake its subscribe.
      let turn = Promise.resolve();
      clients.add(client);
      socket.on('pong', () => {
        client.answered = true;
      });
      socket.on('message', (data, isBinary) => {
        if (isBinary || !client.mayTalk(Date.now())) return socket.close(liveCloseCodes.tooMany, 'too many messages');
        turn = turn.then(() => safely(hear(client, String(data))));
      });
      socket.on('error', (error) => log.debug({ err: error }, 'live connection broke'));
      socket.on('close', () => {
        clients.delete(client);
        for (const topic of [...client.topics.keys()]) leave(client, topic);
      });
    },
    size: () => clients.size,
    stop() {
      clearInterval(timer);
      for (const client of clients) client.socket.close(1001, 'server stops');
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
