import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { PermissionRule } from './permission.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A body that is not JSON: downloads, CSV, the OpenAPI document itself. */
export interface RawResponse {
  readonly raw: string;
}
export const raw = (mediaType: string): RawResponse => ({ raw: mediaType });

type Shape = z.ZodObject;

export interface RouteOptions {
  readonly method: Method;
  /** `{name}` marks a parameter, as in the specification. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  /** What the caller must hold somewhere in their scopes; `login` asks for a session alone. */
  readonly permission?: PermissionRule | 'login';
  /** Callable without authentication. A route has either this or `permission`, else the server refuses to start. */
  readonly public?: true;
  /** Why objects of another account may be read here; without it the isolation test expects 404. */
  readonly crossAccount?: string;
  /** A read that stands in the activity log, as exports do. Calls that change something always do. */
  readonly logged?: true;
  /**
   * Calls that change something run in one transaction together with their entry in the activity log. `own` is for
   * the few that must keep a part of their work when they fail, and for long ones.
   */
  readonly transaction?: 'own';
  /** A question too long for an address: a POST that changes nothing, runs outside a transaction and is not logged. */
  readonly readOnly?: true;
  /** Takes data of devices: refused with 503 while the disk is nearly full or the server stops. */
  readonly ingest?: true;
  readonly params?: Shape;
  readonly query?: Shape;
  readonly body?: z.ZodType;
  /**
   * For calls at a high rate: the handler gets address and bytes as they came, whatever media type they claim, and reads
   * them itself; `params`, `query` and `body` only describe them.
   */
  readonly rawBody?: true;
  /** A multipart upload; the handler reads the parts itself. */
  readonly multipart?: true;
  readonly response: z.ZodType | RawResponse;
  /** 302 for the few that a browser visits and that send it on. */
  readonly status?: 200 | 201 | 202 | 204 | 302;
  readonly errors?: readonly ErrorCode[];
  readonly bodyLimitBytes?: number;
}

export type Route<O extends RouteOptions = RouteOptions> = O & { readonly kind: 'route' };

/** One description of a call; validation, gate, typed client and OpenAPI are derived from it. */
export function defineRoute<const O extends RouteOptions>(options: O): Route<O> {
  return { ...options, kind: 'route' };
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler receives: parsed values. */
export interface RouteInput<O extends RouteOptions> {
  params: OutputOf<O['params']>;
  query: OutputOf<O['query']>;
  body: OutputOf<O['body']>;
}

type Defined<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** What a client sends: values before parsing, only the parts that the route declares. */
export type RouteCall<O extends RouteOptions> = Defined<{
  params: InputOf<O['params']>;
  query: InputOf<O['query']>;
  body: InputOf<O['body']>;
}>;

/** What the handler returns and the client gets. */
export type RouteOutput<O extends RouteOptions> = O['response'] extends z.ZodType ? z.input<O['response']> : unknown;
export type RouteAnswer<O extends RouteOptions> = O['response'] extends z.ZodType ? z.output<O['response']> : Blob;

export const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'route';

export const isRaw = (response: z.ZodType | RawResponse): response is RawResponse => 'raw' in response;
