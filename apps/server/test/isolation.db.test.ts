import { dataOf } from '@stellwerk/contract/core/envelope';
import { textIdOf } from '@stellwerk/contract/core/id';
import { defineRoute } from '@stellwerk/contract/core/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seedRoles } from '../src/features/users/index.ts';
import { type HandledRoute, handle } from '../src/platform/http/handle.ts';
import { makeCallers } from './callers.ts';
import { type Found, findLeaks } from './isolation.ts';
import { nounFactories } from './noun-factories.ts';
import { placeKinds, placesOf } from './places.ts';
import { startTestServer, type TestServer } from './server.ts';

/** In fault runs every caller tries every spelling in every place. */
const isThorough = process.env.FAULT_RUNS !== undefined;

/** Places of routes that ask for a sign-in; public-isolation.db.test.ts goes through the others. */
const placesIn = (routes: readonly HandledRoute[]) =>
  routes.flatMap(({ route }) => (route.public ? [] : placesOf(route)));

/** Callers that have not tried every place of a kind, or not 16 spellings in it. */
function gapsOf(routes: readonly HandledRoute[], { tried, callers }: Found): string[] {
  const places = placesIn(routes);
  return callers.flatMap(({ name, mayCall }) =>
    placeKinds.flatMap((kind) => {
      const count = places.filter((place) => place.kind === kind && mayCall(place.route)).length;
      const found = tried.find((each) => each.caller === name && each.kind === kind);
      const isDone = count === 0 || (found?.places === count && found.labels.size >= 16);
      return isDone ? [] : [`${name}, ${kind}: ${found?.places} of ${count}, ${found?.labels.size} spellings`];
    }),
  );
}

describe('every declared route', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  // Parts of the table, of some 4,000 calls each: a busy machine needs longer for them than for other tests.
  it.each([0, 1, 2, 3])(
    'shows no foreign object in any spelling, to nobody without permission (%i)',
    async (part) => {
      const routes = server.routes.filter((_, index) => index % 4 === part);
      const found = await findLeaks(server, routes, nounFactories);
      expect(found.leaks).toEqual([]);
      expect(gapsOf(routes, found)).toEqual([]);
    },
    isThorough ? 1_800_000 : 180_000,
  );

  it('has its places in the table, and lets every kind of caller in somewhere', async () => {
    const places = placesIn(server.routes);
    const counts = placeKinds.map((kind) => places.filter((place) => place.kind === kind).length);
    // A little below the numbers of today: a search that loses places must not pass for one that finds no leaks.
    for (const [index, least] of [160, 70, 3, 40, 30, 20].entries()) {
      expect(counts[index], placeKinds[index]).toBeGreaterThanOrEqual(least);
    }
    const callers = await makeCallers(server, await server.make.account());
    const admitted = callers.map(({ mayCall }) => places.filter(({ route }) => mayCall(route)).length);
    expect(callers.slice(0, seedRoles.length).map(({ name }) => name)).toEqual(seedRoles.map(({ name }) => name));
    expect(callers).toHaveLength(seedRoles.length + 4);
    expect(Math.min(...admitted)).toBeGreaterThanOrEqual(20);
  });
});

describe('start', () => {
  const okay = dataOf(z.object({ done: z.literal(true) }));
  const base = { tag: 'test', summary: 'planted', response: okay } as const;
  const starting = (route: ReturnType<typeof defineRoute>) =>
    startTestServer({ extraRoutes: [handle(route, async () => ({ data: { done: true } }))] });

  it('refuses a route with neither permission nor public', async () => {
    const route = defineRoute({ ...base, method: 'GET', path: '/api/v1/forgotten' });
    await expect(starting(route)).rejects.toThrow('declares neither a permission nor public');
  });

  it('refuses an id that names no noun', async () => {
    const params = z.object({ deviceId: z.coerce.number().int() });
    const route = defineRoute({ ...base, method: 'GET', path: '/api/v1/x/{deviceId}', permission: 'login', params });
    await expect(starting(route)).rejects.toThrow('params.deviceId is an id without idOf');
  });

  it('refuses an id of a noun that has no guard', async () => {
    const params = z.object({ id: textIdOf('file') });
    const route = defineRoute({ ...base, method: 'GET', path: '/api/v1/x/{id}', permission: 'login', params });
    await expect(starting(route)).rejects.toThrow('no guard is registered for the noun file');
  });
});
