import { type IdField, idFields, type NounName } from '@stellwerk/contract/core/id';
import type { Route } from '@stellwerk/contract/core/route';
import type { HandledRoute } from '../src/platform/http/handle.ts';
import type { TestAccount, TestUser } from './factories.ts';
import type { NounFactory } from './noun-factories.ts';
import { type TestServer, urlOf } from './server.ts';
import { jsonSpellings, textSpellings } from './spellings.ts';

type Part = 'params' | 'query' | 'body';

const mark = '@id';

/** JSON of a value with this JSON text at the path and nothing else: objects are checked before the rest is validated. */
function jsonAt(path: readonly string[], json: string): string {
  const build = ([head, ...rest]: readonly string[]): unknown =>
    head === undefined ? mark : head === '*' ? [build(rest)] : { [head]: build(rest) };
  return JSON.stringify(build(path)).replace(JSON.stringify(mark), () => json);
}

interface Call {
  params?: Record<string, unknown>;
  query?: Record<string, string>;
  /** JSON, so that numbers keep the spelling under test. */
  body?: string;
}

async function send(server: TestServer, route: Route, call: Call, user?: TestUser) {
  const answer = await server.app.inject({
    method: route.method,
    url: urlOf(route, call),
    headers: {
      ...(user ? { authorization: `Bearer ${user.token}` } : {}),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { payload: call.body }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, code: isJson ? String(answer.json().code) : '' };
}

const name = (route: Route) => `${route.method} ${route.path}`;

/** An object that does not exist. */
const missingId = 999_999_999;

const refusals = [401, 403, 404];

/** Permissions of somebody who looks at everything and changes nothing. */
const readerPermissions = [
  'DigitalTwin.read',
  'DigitalTwin.list',
  'DigitalTwinStates.read',
  'VirtualDevice.read',
  'Dashboards.read',
  'DeviceDriver.read',
  'InfluxDB.read',
  'UserManagement.read',
  'IotHub.read',
];

/** Makes one object of each noun in an account, when it is first needed. */
function objectsOf(server: TestServer, account: TestAccount, factories: Partial<Record<NounName, NounFactory>>) {
  const made = new Map<NounName, Promise<number>>();
  return (noun: NounName | undefined, route: Route): Promise<number> => {
    const factory = noun && factories[noun];
    if (!factory) throw new Error(`${name(route)}: the noun ${noun} has no factory in noun-factories.ts`);
    const id = made.get(noun) ?? factory(server, account);
    made.set(noun, id);
    return id;
  };
}

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
  const reader = await server.make.user({ account: own, permissions: readerPermissions });
  const ownObject = objectsOf(server, own, factories);
  const foreignObject = objectsOf(server, foreign, factories);

  /** Parameters that are not under test name objects of the caller's account, so that they don't refuse the call. */
  async function paramsOf(route: Route): Promise<Record<string, unknown>> {
    const ids = new Map(route.params ? idFields(route.params).map(({ path, noun }) => [path[0], noun]) : []);
    const entries = [...route.path.matchAll(/\{(\w+)\}/g)].map(async ([, param = '']) => {
      return [param, ids.has(param) ? await ownObject(ids.get(param), route) : missingId];
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  async function checkField(route: Route, part: Part, { path, noun, schema }: IdField) {
    const params = await paramsOf(route);
    const ask = (text: string, user: TestUser) => {
      if (part === 'body') return send(server, route, { params, body: jsonAt(path, text) }, user);
      const value = { [path[0] ?? '']: text };
      return send(
        server,
        route,
        part === 'query' ? { params, query: value } : { params: { ...params, ...value } },
        user,
      );
    };
    const id = await foreignObject(noun, route);
    const place = `${name(route)}: a foreign ${noun} in ${part}.${path.join('.')}`;
    const [other, missing] = [await ask(String(id), administrator), await ask(String(missingId), administrator)];
    if (other.status !== 404) leaks.push(`${place} answers ${other.status}`);
    if (other.code !== missing.code) leaks.push(`${place} differs from a missing one`);
    const spellings = part === 'body' ? jsonSpellings(id) : textSpellings(id);
    if (part === 'query' && path.at(-1) === '*') {
      const mine = await ownObject(noun, route);
      spellings.push(...[String(id), ...textSpellings(id)].map((text) => `${mine},${text}`));
    }
    // Callers without the permission are refused before any id is read, whatever its spelling.
    const isReaderAdmitted = (await ask(String(id), reader)).status !== 403;
    const users = isReaderAdmitted ? [administrator, reader] : [administrator];
    const answers = spellings.flatMap((text) => users.map(async (user) => ({ text, ...(await ask(text, user)) })));
    for (const { text, status } of await Promise.all(answers)) {
      // A 400 may concern another field, so the schema of the id must refuse this spelling by itself.
      const isRead = () => schema.safeParse(part === 'body' ? JSON.parse(text) : text.split(',').at(-1)).success;
      const isRefused = refusals.includes(status) || (status === 400 && !isRead());
      if (!isRefused) leaks.push(`${place}, spelled ${JSON.stringify(text)}, answers ${status}`);
    }
  }

  for (const { route } of routes) {
    if (route.public) continue;
    const params = await paramsOf(route);
    const anonymous = await send(server, route, { params });
    if (anonymous.status !== 401) leaks.push(`${name(route)}: without a token answers ${anonymous.status}`);
    if (route.permission !== 'login') {
      const refused = await send(server, route, { params }, stranger);
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
