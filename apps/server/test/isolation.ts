import { type IdField, idFields, type NounName } from '@stellwerk/contract/core/id';
import type { Route } from '@stellwerk/contract/core/route';
import type { HandledRoute } from '../src/platform/http/handle.ts';
import type { TestUser } from './factories.ts';
import type { NounFactory } from './noun-factories.ts';
import { type TestServer, urlOf } from './server.ts';

type Part = 'params' | 'query' | 'body';

/** A value with this id at the path and nothing else: objects are checked before the rest is validated. */
function wrap(path: readonly string[], id: number): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return id;
  return head === '*' ? [wrap(rest, id)] : { [head]: wrap(rest, id) };
}

async function send(server: TestServer, route: Route, parts: Partial<Record<Part, unknown>>, user?: TestUser) {
  // Parameters that are not under test get a number that no object has.
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const params = { ...Object.fromEntries(names.map((name) => [name, 999_999_999])), ...(parts.params ?? {}) };
  const answer = await server.app.inject({
    method: route.method,
    url: urlOf(route, { params, query: parts.query }),
    headers: user ? { authorization: `Bearer ${user.token}` } : {},
    ...(parts.body === undefined ? {} : { payload: parts.body as object }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, code: isJson ? String(answer.json().code) : '' };
}

const name = (route: Route) => `${route.method} ${route.path}`;

/** What a caller gets through although the route table says no; empty when all is well. */
export async function findLeaks(
  server: TestServer,
  routes: readonly HandledRoute[],
  factories: Partial<Record<NounName, NounFactory>>,
): Promise<string[]> {
  const leaks: string[] = [];
  const [own, foreign] = [await server.make.account(), await server.make.account()];
  const stranger = await server.make.user({ account: own });
  const administrator = await server.make.user({ account: own, permissions: ['all.manage'] });

  async function checkField(route: Route, part: Part, { path, noun }: IdField) {
    const factory = noun && factories[noun];
    if (!factory) throw new Error(`${name(route)}: the noun ${noun} has no factory in noun-factories.ts`);
    const at = async (id: number) => send(server, route, { [part]: wrap(path, id) }, administrator);
    const [other, missing] = [await at(await factory(server, foreign)), await at(999_999_999)];
    if (other.status !== 404) leaks.push(`${name(route)}: a foreign ${noun} in ${part} answers ${other.status}`);
    if (other.code !== missing.code)
      leaks.push(`${name(route)}: a foreign ${noun} in ${part} differs from a missing one`);
  }

  for (const { route } of routes) {
    if (route.public) continue;
    const anonymous = await send(server, route, {});
    if (anonymous.status !== 401) leaks.push(`${name(route)}: without a token answers ${anonymous.status}`);
    if (route.permission !== 'login') {
      const refused = await send(server, route, {}, stranger);
      if (refused.status !== 403) leaks.push(`${name(route)}: without the permission answers ${refused.status}`);
    }
    if (route.crossAccount) continue;
    for (const part of ['params', 'query', 'body'] as const) {
      const schema = route[part];
      for (const field of schema ? idFields(schema) : []) await checkField(route, part, field);
    }
  }
  return leaks;
}
