import { dataOf } from '@stellwerk/contract/core/envelope';
import { idOf, textIdOf } from '@stellwerk/contract/core/id';
import { textList } from '@stellwerk/contract/core/query';
import { defineRoute, type Route } from '@stellwerk/contract/core/route';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { fail } from '../src/platform/errors/app-error.ts';
import { handle } from '../src/platform/http/handle.ts';
import type { ScopedGuard } from '../src/platform/http/nouns.ts';
import { scopePaths } from '../src/platform/tenancy/scope.store.ts';
import { scopes } from '../src/platform/tenancy/scope.table.ts';
import { findLeaks } from './isolation.ts';
import { nounFactories } from './noun-factories.ts';
import { type PlaceKind, placeKinds } from './places.ts';
import { startTestServer } from './server.ts';

const base = {
  tag: 'test',
  summary: 'planted',
  method: 'POST',
  permission: 'login',
  response: dataOf(z.object({ done: z.literal(true) })),
} as const;
type PlantedHandler = Parameters<typeof handle>[1];
const done = async () => ({ data: { done: true as const } });

const pathOf = (kind: PlaceKind) => `/api/v1/planted/${kind.replaceAll(' ', '-')}` as const;

/** One route for each kind of place, with this schema for its id. */
function plant(idIn: (part: 'text' | 'json') => z.ZodType, options: Pick<Route, 'crossAccount'> = {}): Route[] {
  const [text, json] = [idIn('text'), idIn('json')];
  const shapes: Record<PlaceKind, Partial<Pick<Route, 'params' | 'query' | 'body'>>> = {
    path: { params: z.object({ id: text }) },
    query: { query: z.object({ id: text }) },
    'comma list': { query: z.object({ ids: textList(text, 10) }) },
    body: { body: z.object({ id: json }) },
    'nested body': { body: z.object({ list: z.array(z.object({ id: json.nullable() })).max(10) }) },
    'list in a body': { body: z.object({ inner: z.object({ ids: z.array(json).max(10) }) }) },
  };
  return placeKinds.map((kind) => {
    const path = kind === 'path' ? (`${pathOf(kind)}/{id}` as const) : pathOf(kind);
    return defineRoute({ ...base, path, ...shapes[kind], ...options });
  });
}

const guard: ScopedGuard = {
  noun: 'scope',
  notFound: 'SCOPE_NOT_FOUND',
  seenWith: 'UserManagement.read',
  scopesOf: scopePaths,
};

const isPlain = (raw: unknown) => typeof raw === 'number' || /^\d{1,15}$/.test(String(raw));

/** Reads every spelling that `Number` reads; the plain one becomes negative, so that a handler can refuse it alone. */
const laxId = z.preprocess(
  (raw) => (isPlain(raw) ? -Number(raw) : Number(raw)),
  z.number().meta({ 'x-noun': 'scope' }),
);

/** A check of the past: it knows the plain spelling of an id and lets everything else through. */
const refusePlain: PlantedHandler = async (_ctx, input) => {
  if (JSON.stringify(input).includes(':-') || JSON.stringify(input).includes('[-')) fail('SCOPE_NOT_FOUND');
  return done();
};

/** Searches a server for leaks of these routes. Those that skip the gate must not say so to the search. */
async function search(routes: Route[], handler: PlantedHandler, guards: ScopedGuard[] = [guard]) {
  const planted = routes.map((route) => handle(route, handler));
  const server = await startTestServer({ extraRoutes: planted, extraGuards: guards });
  onTestFinished(() => server.close());
  const searched = planted.map(({ route: { crossAccount: _, ...route }, ...rest }) => ({ ...rest, route }));
  const { leaks, callers } = await findLeaks(server, searched, nounFactories);
  return { leaks, names: callers.map(({ name }) => name) };
}

const strictId = (part: 'text' | 'json') => (part === 'text' ? textIdOf('scope') : idOf('scope'));
const skips = { crossAccount: 'planted' };

describe('the search for leaks, in every kind of place', () => {
  it('is content with guarded routes', async () => {
    expect((await search(plant(strictId), done)).leaks).toEqual([]);
  });

  it('finds no answer of guarded routes whose schemas read other spellings: the gate checks parsed ids', async () => {
    const { leaks } = await search(
      plant(() => z.preprocess(Number, z.number().meta({ 'x-noun': 'scope' }))),
      done,
    );
    expect(leaks.filter((leak) => leak.includes('answers 2'))).toEqual([]);
  });

  it('finds, for every caller, routes that skip the gate', async () => {
    const { leaks, names } = await search(plant(strictId, skips), done);
    for (const kind of placeKinds) {
      for (const name of names) {
        const leak = new RegExp(`${pathOf(kind)}\\b[^,]* answers 200 \\(${name}\\)$`);
        expect(leaks).toContainEqual(expect.stringMatching(leak));
      }
    }
  });

  it('finds, for every caller, routes that refuse the plain spelling alone', async () => {
    const { leaks, names } = await search(
      plant(() => laxId, skips),
      refusePlain,
    );
    expect(leaks.filter((leak) => !leak.includes('spelled'))).toEqual([]);
    for (const kind of placeKinds) {
      for (const name of names) {
        for (const sign of ['0x', ' \\d', '\\+', 'e1']) {
          const leak = new RegExp(`${pathOf(kind)}\\b.*spelled "[^ ]*${sign}.* answers 200 \\(${name}\\)$`);
          expect(leaks).toContainEqual(expect.stringMatching(leak));
        }
      }
    }
  });
});

describe('the search for leaks', () => {
  it('finds a guard that does not look at the object', async () => {
    const blind: ScopedGuard = {
      ...guard,
      // Every object seems to lie in the scope of the first account, which is the callers'.
      scopesOf: async (db, ids) => {
        const [first] = await db.select({ id: scopes.id }).from(scopes).orderBy(scopes.id).limit(1);
        const paths = await scopePaths(db, first ? [first.id] : []);
        return new Map(ids.flatMap((id) => [...paths.values()].map((path) => [id, path] as const)));
      },
    };
    const { leaks } = await search(plant(strictId).slice(0, 1), done, [blind]);
    expect(leaks).toContain(
      'POST /api/v1/planted/path/{id}: a foreign scope in params.id answers 200 (a key of an administrator)',
    );
  });

  it('finds a route that is open to one caller alone', async () => {
    const forKeys: PlantedHandler = async ({ actor }) => (actor?.via === 'apikey' ? done() : fail('SCOPE_NOT_FOUND'));
    const { leaks } = await search(plant(strictId, skips).slice(0, 1), forKeys);
    expect(new Set(leaks.map((leak) => leak.match(/\((.*)\)$/)?.[1]))).toEqual(
      new Set(['a key of an administrator', 'a narrowed key']),
    );
  });

  it('finds a route that answers without its permission', async () => {
    const open = handle(defineRoute({ ...base, method: 'GET', path: '/api/v1/open' }), done);
    const server = await startTestServer({ extraRoutes: [open] });
    onTestFinished(() => server.close());
    const guarded = { ...open, route: { ...open.route, permission: 'UserManagement.read' as const } };
    const { leaks } = await findLeaks(server, [guarded], nounFactories);
    expect(leaks).toEqual(['GET /api/v1/open: without the permission answers 200']);
  });
});
