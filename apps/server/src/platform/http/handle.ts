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

/** Work that may take long, such as calls of other systems: it runs before the transaction and may complete the input. */
export type Prepare<O extends RouteOptions> = (ctx: CtxOf<O>, input: RouteInput<O>) => Promise<RouteInput<O>>;

export interface PlainRoute {
  route: Route;
  prepare?: (ctx: PublicCtx, input: Checked<Parts>) => Promise<Checked<Parts>>;
  /** Accepts only input that has passed the gate. */
  handler: (ctx: PublicCtx, input: Checked<Parts>, exchange: Exchange) => Promise<unknown>;
}

export type HandledRoute = PlainRoute | RawRoute;

export function handle<O extends RouteOptions>(
  route: Route<O>,
  handler: Handler<O>,
  { prepare }: { prepare?: Prepare<O> } = {},
): PlainRoute {
  // The gate ensures that ctx and input match the route's declaration, but the compiler cannot infer that.
  const checked = { route, handler: handler as unknown as PlainRoute['handler'] };
  return prepare ? { ...checked, prepare: prepare as unknown as NonNullable<PlainRoute['prepare']> } : checked;
}
