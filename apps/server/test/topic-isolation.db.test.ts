import { idFromText } from '@stellwerk/contract/core/id';
import { livePath } from '@stellwerk/contract/live';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defineTopic, type TopicKind } from '../src/platform/live/define-topic.ts';
import { startTestServer } from './server.ts';
import { findOpenTopics } from './topic-isolation.ts';

async function search(extraTopics: TopicKind[] = []) {
  const server = await startTestServer({ extraTopics });
  onTestFinished(() => server.close());
  const url = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws') + livePath;
  return { ...(await findOpenTopics(server, url)), topics: server.topics };
}

describe('every registered kind of live topic', () => {
  it('is closed for objects of other accounts, and for every spelling of an id but one', async () => {
    const { leaks, tried, topics } = await search();
    expect(leaks).toEqual([]);
    const withIds = topics.map(({ pattern }) => pattern).filter((pattern) => pattern.includes('{'));
    expect(Object.keys(tried).sort()).toEqual(withIds.sort());
    expect(Math.min(...Object.values(tried))).toBeGreaterThanOrEqual(16);
  });
});

describe('the search for open topics', () => {
  it('finds a topic that does not look at its object', async () => {
    const open = defineTopic({
      pattern: 'twin/{id}/open',
      authorise: async (_, { id }) => idFromText(id) !== undefined,
    });
    const { leaks } = await search([open]);
    for (const caller of ['Reader', 'a narrowed key']) {
      const leak = expect.stringMatching(new RegExp(`twin/\\d+/open" is open \\(${caller}\\)`));
      expect(leaks).toContainEqual(leak);
    }
  });

  it('finds a topic that reads other spellings than the check before it', async () => {
    const lax = defineTopic({
      pattern: 'twin/{id}/lax',
      authorise: async (_, { id = '' }) => !/^\d{1,15}$/.test(id) && Number(id) > 0,
    });
    const { leaks } = await search([lax]);
    expect(leaks.join('\n')).toMatch(/twin\/0x[0-9a-f]+\/lax" is open \(Operator\)/);
    expect(leaks.join('\n')).toMatch(/twin\/\d+e0\/lax" is open \(InfluxDBRead\)/);
  });

  it('finds a topic for all that sends everything to everybody', async () => {
    const { leaks } = await search([defineTopic({ pattern: 'news', authorise: async () => true })]);
    expect(leaks).toEqual(['news does not choose the listeners of its messages']);
  });
});
