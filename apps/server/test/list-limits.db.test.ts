import type { IdField, IdList } from '@stellwerk/contract/core/id';
import { toWire } from '@stellwerk/contract/core/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SeenGuard } from '../src/platform/http/nouns.ts';
import { nounFactories } from './noun-factories.ts';
import { nameOf, type Place, placesOf } from './places.ts';
import { startTestServer, type TestServer, urlOf } from './server.ts';

let asked = 0;
/** Stands in for every guard and counts the objects that it is asked for; nobody may see any of them. */
const guards: SeenGuard[] = Object.keys(nounFactories).map((noun) => ({
  noun,
  notFound: 'DTWIN_NOT_FOUND',
  async seenBy(_db, _actor, ids) {
    asked += ids.length;
    return new Set();
  },
}));

let server: TestServer;
let authorization: string;
beforeAll(async () => {
  server = await startTestServer({ extraGuards: guards });
  authorization = `Bearer ${(await server.make.user({ permissions: ['super.system.manage'] })).token}`;
});
afterAll(() => server.close());

/** A value with a list of this length at the path of the list, lists of one around and in it, and ids at the end. */
function valueWith({ path }: IdField, list: IdList, length: number): unknown {
  const ids = Array.from({ length }, (_, index) => index + 1);
  const build = (depth: number): unknown => {
    const head = path[depth];
    if (head === undefined) return ids.pop();
    if (head !== '*') return { [head]: build(depth + 1) };
    return Array.from({ length: depth === list.path.length ? length : 1 }, () => build(depth + 1));
  };
  return build(0);
}

async function call({ route, part, field }: Place, list: IdList, length: number) {
  const params = Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '1']));
  const value = valueWith(field, list, length);
  asked = 0;
  // A list in an address is written with commas, as `String` writes arrays.
  const url = urlOf(route, part === 'query' ? { params, query: value } : { params });
  const payload = part === 'body' ? { payload: toWire(route, 'body', value) as object } : {};
  const { statusCode } = await server.app.inject({ method: route.method, url, headers: { authorization }, ...payload });
  return { status: statusCode, asked };
}

describe('every list of ids', () => {
  it('that is too long is refused before any object is loaded', async () => {
    const lists = server.routes
      .filter(({ route }) => !route.public)
      .flatMap(({ route }) => placesOf(route))
      .flatMap((place) => place.field.lists.map((list) => ({ place, list, max: list.max ?? 0 })));
    expect(lists.length).toBeGreaterThan(40);
    for (const { place, list, max } of lists) {
      const what = `${nameOf(place.route)} ${place.part}.${list.path.join('.')}`;
      expect(await call(place, list, max + 1), what).toEqual({ status: 400, asked: 0 });
      // Longer ones are loaded after the schema has accepted the whole request.
      if (max <= 1_000) expect((await call(place, list, max)).asked, what).toBeGreaterThan(0);
    }
  });
});
