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
  /** Accepts only input that has passed the gate. */
  handler: (ctx: PublicCtx, input: Checked<Parts>, exchange: Exchange) => Promise<unknown>;
}

export type HandledRoute = PlainRoute | RawRoute;

export function handle<O extends RouteOptions>(route: Route<O>, handler: Handler<O>): PlainRoute {
  // The gate ensures that ctx and input match the route's declaration, but the compiler cannot infer that.
  return { route, handler: handler as unknown as PlainRoute['handler'] };
}
