import { idFields, type NounName } from '@stellwerk/contract/core/id';
import type { Route } from '@stellwerk/contract/core/route';
import type { InjectOptions } from 'fastify';
import type { HandledRoute } from '../src/platform/http/handle.ts';
import { administratorName, type Caller, makeCallers } from './callers.ts';
import type { TestAccount } from './factories.ts';
import type { NounFactory } from './noun-factory.ts';
import { attemptsAt, describePlace, nameOf, type Place, type PlaceKind, placesOf, requestAt } from './places.ts';
import { type TestServer, urlOf } from './server.ts';

type Factories = Partial<Record<NounName, NounFactory>>;

/** An id that does not exist. */
const missingId = 999_999_999;

/** Number of spellings that a non-thorough caller tries in one place, if it has many places of that kind. */
const shareOfPlace = 2;

/** Enough concurrency to keep server and database busy. */
const placesAtOnce = 4;

/** The attempts of a caller at one kind of place. */
export interface Tried {
  caller: string;
  kind: PlaceKind;
  places: number;
  labels: Set<string>;
}

export interface Found {
  leaks: string[];
  tried: Tried[];
  callers: Caller[];
}

/** Creates one object of each noun in an account, on first use. */
function objectsOf(server: TestServer, account: TestAccount, factories: Factories) {
  const made = new Map<NounName, Promise<number>>();
  return (noun: NounName | undefined, route: Route): Promise<number> => {
    const factory = noun && factories[noun];
    if (!factory)
      throw new Error(`${nameOf(route)}: the noun ${noun} has no factory in testing/nouns.ts of its feature`);
    const id = made.get(noun) ?? factory(server, account);
    made.set(noun, id);
    return id;
  };
}

async function send(server: TestServer, request: InjectOptions, headers: Record<string, string> = {}) {
  const answer = await server.app.inject({ ...request, headers: { ...request.headers, ...headers } });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, code: isJson ? String(answer.json().code) : '' };
}

async function inTurns<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const next = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

/**
 * Finds answers that the route table does not allow. Every caller names a foreign object in every place of every route in
 * its plain spelling. The administrator also tries every other spelling in every place. The other callers try at least
 * `shareOfPlace` of them in each place, and more where they have few places of that kind: each caller goes through all
 * spellings in each kind of place. With FAULT_RUNS all callers try all spellings, which takes twice the processor
 * time: two minutes more.
 */
export async function findLeaks(
  server: TestServer,
  handled: readonly HandledRoute[],
  factories: Factories,
): Promise<Found> {
  const leaks: string[] = [];
  const [own, foreign] = [await server.make.account(), await server.make.account()];
  const { token } = await server.make.user({ account: own });
  const stranger = { authorization: `Bearer ${token}` };
  const callers = await makeCallers(server, own);
  const ownObject = objectsOf(server, own, factories);
  const foreignObject = objectsOf(server, foreign, factories);
  const routes = handled.map(({ route }) => route).filter((route) => !route.public);
  const places = routes.filter((route) => !route.crossAccount).flatMap(placesOf);
  const triedBy = new Map<string, Tried>();
  const codes = new Map<NounName | undefined, string>();

  const triedOf = ({ name: caller }: Caller, kind: PlaceKind): Tried => {
    const tried = triedBy.get(`${caller}/${kind}`) ?? { caller, kind, places: 0, labels: new Set() };
    triedBy.set(`${caller}/${kind}`, tried);
    return tried;
  };

  /**
   * Parameters that are not under test reference objects of the caller's account, so that they don't cause the refusal.
   */
  async function paramsOf(route: Route): Promise<Record<string, unknown>> {
    const ids = new Map(route.params ? idFields(route.params).map(({ path, noun }) => [path[0], noun]) : []);
    const entries = [...route.path.matchAll(/\{(\w+)\}/g)].map(async ([, param = '']) => {
      return [param, ids.has(param) ? await ownObject(ids.get(param), route) : missingId];
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  async function checkPlace(place: Place) {
    const { route, kind, field } = place;
    const [params, id] = [await paramsOf(route), await foreignObject(field.noun, route)];
    const ask = ({ headers }: Caller, ...texts: string[]) => send(server, requestAt(place, params, texts), headers);
    const attempts = attemptsAt(place, id, await ownObject(field.noun, route));

    async function tryAs(caller: Caller) {
      const leak = (what: string) => leaks.push(`${describePlace(place)}${what} (${caller.name})`);
      const plain = await ask(caller, String(id));
      if (!caller.mayCall(route)) {
        // Refused before any id is parsed, regardless of its spelling.
        if (plain.status !== 403) leak(` answers ${plain.status} without the permission`);
        return;
      }
      const usual = codes.get(field.noun) ?? plain.code;
      if (plain.status !== 404) leak(` answers ${plain.status}`);
      // Another code means that the call was refused because of another object.
      else if (plain.code !== usual) leak(` answers ${plain.code}, elsewhere ${usual}`);
      else codes.set(field.noun, usual);
      const tried = triedOf(caller, kind);
      const ofKind = places.filter((other) => other.kind === kind && caller.mayCall(other.route)).length;
      const share = caller.isThorough
        ? attempts.length
        : Math.min(attempts.length, Math.max(shareOfPlace, Math.ceil(attempts.length / ofKind)));
      const from = tried.places * share;
      tried.places += 1;
      const chosen = Array.from({ length: share }, (_, index) => attempts[(from + index) % attempts.length]);
      await Promise.all(
        chosen.map(async (attempt) => {
          if (!attempt) return;
          const { status } = await ask(caller, ...attempt.texts);
          tried.labels.add(attempt.label);
          // A 400 may be about another field, so the schema of the id must refuse this spelling by itself.
          const isRefused = [401, 403, 404].includes(status) || (status === 400 && !attempt.isRead());
          if (!isRefused) leak(`, spelled ${attempt.texts.map((text) => JSON.stringify(text))}, answers ${status}`);
        }),
      );
    }

    await Promise.all(callers.map(tryAs));
    // Some routes are for system administrators alone.
    const admitted = callers.filter(({ mayCall }) => mayCall(route));
    const asking = admitted.find(({ name }) => name === administratorName) ?? admitted[0];
    const missing = asking && (await ask(asking, String(missingId)));
    if (missing?.code !== codes.get(field.noun)) leaks.push(`${describePlace(place)} differs from a missing one`);
  }

  await inTurns(routes, placesAtOnce, async (route) => {
    const request = { method: route.method, url: urlOf(route, { params: await paramsOf(route) }) };
    const anonymous = await send(server, request);
    if (anonymous.status !== 401) leaks.push(`${nameOf(route)}: without a token answers ${anonymous.status}`);
    if (route.permission === 'login') return;
    const refused = await send(server, request, stranger);
    if (refused.status !== 403) leaks.push(`${nameOf(route)}: without the permission answers ${refused.status}`);
  });
  await inTurns(places, placesAtOnce, checkPlace);
  return { leaks, tried: [...triedBy.values()], callers };
}
