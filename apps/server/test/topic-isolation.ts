import { once } from 'node:events';
import type { NounName } from '@stellwerk/contract/core/id';
import type { LiveMessage } from '@stellwerk/contract/live';
import { WebSocket } from 'ws';
import { type Caller, makeCallers } from './callers.ts';
import { nounFactories } from './noun-factories.ts';
import type { TestServer } from './server.ts';
import { textSpellings } from './spellings.ts';

/** The noun of the id in a topic, by the first part of its pattern; a new kind of topic needs an entry here. */
const nounOfTopic: Partial<Record<string, NounName>> = {
  job: 'job',
  twin: 'twin',
  device: 'device',
  connector: 'connector',
  alarms: 'account',
};

/** Subscribes to topics one after the other on one connection; returns those that were accepted. */
async function openedOf(url: string, { headers }: Caller, topics: readonly string[]): Promise<string[]> {
  const socket = new WebSocket(url, { headers });
  await once(socket, 'open');
  const opened: string[] = [];
  const answered = new Promise<void>((resolve, reject) => {
    let left = topics.length;
    socket.on('message', (data) => {
      const message: LiveMessage = JSON.parse(String(data));
      if ('beat' in message) return;
      if ('subscribed' in message) opened.push(message.subscribed);
      left -= 1;
      if (left === 0) resolve();
    });
    socket.on('close', (code) => reject(new Error(`closed with ${code} before all topics were answered`)));
  });
  for (const topic of topics) socket.send(JSON.stringify({ subscribe: topic }));
  await answered;
  socket.removeAllListeners('close');
  socket.terminate();
  return opened;
}

/**
 * Topics of foreign objects that callers can subscribe to, in any spelling, and kinds of topics that nobody could open,
 * for which the search proves nothing. `tried` counts the spellings per kind of topic.
 */
export async function findOpenTopics(server: TestServer, url: string) {
  const [own, foreign] = [await server.make.account(), await server.make.account()];
  const callers = await makeCallers(server, own);
  const leaks: string[] = [];
  const tried: Record<string, number> = {};
  for (const { pattern, accepts } of server.topics) {
    if (!pattern.includes('{')) {
      const isForAll = !accepts || accepts.length < 2;
      if (isForAll) leaks.push(`${pattern} does not choose the listeners of its messages`);
      continue;
    }
    const noun = nounOfTopic[pattern.split('/')[0] ?? ''];
    const factory = noun && nounFactories[noun];
    if (!factory) throw new Error(`${pattern}: no noun in topic-isolation.ts, or no factory for it`);
    const topicOf = (id: number | string) => pattern.replace(/\{\w+\}/, String(id));
    const [mine, theirs] = [await factory(server, own), await factory(server, foreign)];
    const spelled = textSpellings(theirs).map(topicOf);
    const otherwise = textSpellings(mine).map(topicOf);
    tried[pattern] = spelled.length;
    let isOpenToSomebody = false;
    for (const caller of callers) {
      const opened = await openedOf(url, caller, [topicOf(mine), topicOf(theirs), ...spelled, ...otherwise]);
      if (opened.includes(topicOf(mine))) isOpenToSomebody = true;
      const wrong = opened.filter((topic) => topic !== topicOf(mine));
      leaks.push(...wrong.map((topic) => `${pattern}: ${JSON.stringify(topic)} is open (${caller.name})`));
    }
    if (!isOpenToSomebody) leaks.push(`${pattern}: nobody could open the topic of an own object`);
  }
  return { leaks, tried };
}
