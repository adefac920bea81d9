import type { Route, RouteInput, RouteOptions, RouteOutput } from '@stellwerk/contract/core/route';
import type { FastifyRequest } from 'fastify';
import type { Ctx, Exchange, PublicCtx } from './ctx.ts';

type CtxOf<O extends RouteOptions> = O extends { public: true } ? PublicCtx : Ctx;

export type Handler<O extends RouteOptions> = (
  ctx: CtxOf<O>,
  input: RouteInput<O>,
  exchange: Exchange,
) => Promise<RouteOutput<O>>;

/** Of routes with `rawBody`, which have keys of their own: fails before the body is read. */
export type Admit = (request: FastifyRequest) => void;

/** A route of the contract with its implementation. */
export interface HandledRoute {
  route: Route;
  handler: (ctx: PublicCtx, input: RouteInput<RouteOptions>, exchange: Exchange) => Promise<unknown>;
  admit?: Admit;
}

export function handle<O extends RouteOptions>(route: Route<O>, handler: Handler<O>, admit?: Admit): HandledRoute {
  // The gate has made sure that ctx and input are what the route declares; only the compiler can't follow.
  return { route, handler: handler as unknown as HandledRoute['handler'], ...(admit ? { admit } : {}) };
}
