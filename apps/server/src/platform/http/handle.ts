import type { Route, RouteInput, RouteOptions, RouteOutput } from '@stellwerk/contract/core/route';
import type { Ctx, Exchange, PublicCtx } from './ctx.ts';
import type { Checked, Parts } from './gate.ts';
import type { RawRoute } from './raw-route.ts';

type CtxOf<O extends RouteOptions> = O extends { public: true } ? PublicCtx : Ctx;

export type Handler<O extends RouteOptions> = (
  ctx: CtxOf<O>,
  input: RouteInput<O>,
  exchange: Exchange,
) => Promise<RouteOutput<O>>;

export interface PlainRoute {
  route: Route;
  /** Takes only input that has passed the gate. */
  handler: (ctx: PublicCtx, input: Checked<Parts>, exchange: Exchange) => Promise<unknown>;
}

/** A route of the contract with its implementation. */
export type HandledRoute = PlainRoute | RawRoute;

export function handle<O extends RouteOptions>(route: Route<O>, handler: Handler<O>): PlainRoute {
  // The gate has made sure that ctx and input are what the route declares; only the compiler can't follow.
  return { route, handler: handler as unknown as PlainRoute['handler'] };
}
