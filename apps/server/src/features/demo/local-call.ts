import type { Route, RouteAnswer, RouteCall, RouteOptions } from '@stellwerk/contract/core/route';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Actor, Ctx, Exchange } from '../../platform/http/ctx.ts';
import { createGate } from '../../platform/http/gate.ts';
import type { HandledRoute, PlainRoute } from '../../platform/http/handle.ts';
import type { NounGuard } from '../../platform/http/nouns.ts';
import type { Log } from '../../platform/log/log.ts';

/** Calls a route like a user, but without the network. */
export type Call = <O extends RouteOptions>(route: Route<O>, input: RouteCall<O>) => Promise<RouteAnswer<O>>;

export interface LocalCaller {
  /** Each call in a transaction of its own. */
  call: Call;
  /** All calls in one transaction. */
  together<T>(work: (call: Call, db: Db) => Promise<T>): Promise<T>;
  ctx: Ctx;
}

interface CallerOptions {
  routes: readonly HandledRoute[];
  guards: readonly NounGuard[];
  actor: Actor;
  db: Db;
  log: Log;
}

const noExchange: Exchange = {
  get request() {
    return fail('INTERNAL_ERROR', {}, { internal: 'this route needs a request of its own' });
  },
  get reply() {
    return fail('INTERNAL_ERROR', {}, { internal: 'this route needs a reply of its own' });
  },
};

/** Converts query parameters to text, as in a URL. */
const asText = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** Background calls run the same code and permission checks as calls of users. */
export function createLocalCaller({ routes, guards, actor, db, log }: CallerOptions): LocalCaller {
  const byNoun = new Map(guards.map((guard) => [guard.noun, guard]));
  const gated = ({ route, handler }: PlainRoute) => ({ handler, gate: createGate(route, byNoun) });
  const byRoute = new Map(
    routes.flatMap((handled) => ('handler' in handled ? [[handled.route, gated(handled)] as const] : [])),
  );
  const contextOf = (on: Db, followUps: (() => unknown)[]): Ctx => ({
    actor,
    db: on,
    log,
    requestId: 'demo',
    language: 'de',
    activity: { objects: [], details: {} },
    afterCommit: (work) => followUps.push(work),
  });

  async function settle(followUps: readonly (() => unknown)[]): Promise<void> {
    for (const followUp of followUps) {
      await Promise.try(followUp).catch((error: unknown) => log.warn({ err: error }, 'follow-up failed'));
    }
  }

  const callOn = (on: Db, followUps: (() => unknown)[]): Call => {
    return async (route, input) => {
      const handled = byRoute.get(route) ?? fail('INTERNAL_ERROR', {}, { internal: `${route.path} is not served` });
      const given: { params?: unknown; query?: unknown; body?: unknown } = input;
      const ctx = contextOf(on, followUps);
      const parsed = {
        params: route.params?.parse(asText(given.params)),
        query: route.query?.parse(asText(given.query)),
        body: route.body?.parse(given.body),
      };
      handled.gate.admit(actor);
      const checked = await handled.gate.checkParsed(ctx, parsed, new Map());
      // The handler returns the type that its route declares; the compiler can't infer this.
      return (await handled.handler(ctx, checked, noExchange)) as RouteAnswer<typeof route>;
    };
  };

  return {
    ctx: contextOf(db, []),
    async call(route, input) {
      const followUps: (() => unknown)[] = [];
      const answer = await callOn(db, followUps)(route, input);
      await settle(followUps);
      return answer;
    },
    async together(work) {
      const followUps: (() => unknown)[] = [];
      const result = await db.transaction((tx) => work(callOn(tx, followUps), tx));
      await settle(followUps);
      return result;
    },
  };
}
