import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { PermissionRule } from './permission.ts';
import type { WireNames } from './wire.ts';

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
  /** The permission that the caller must hold in some scope; `login` only requires a session. */
  readonly permission?: PermissionRule | 'login';
  /** Callable without authentication. A route has either this or `permission`, else the server refuses to start. */
  readonly public?: true;
  /**
   * Permissions of a subject that a guard narrows, such as VirtualDevice for twins, count only for the objects of that
   * kind: the route accepts them beside the permissions for all objects.
   */
  readonly narrowed?: true;
  /** Why objects of another account may be read here; without it the isolation test expects 404. */
  readonly crossAccount?: string;
  /** A read that is written to the activity log, such as an export. Calls that change something always are. */
  readonly logged?: true;
  /**
   * Calls that change something run in one transaction with their entry in the activity log. `own` is for the few calls
   * that must keep a part of their work when they fail, and for long ones.
   */
  readonly transaction?: 'own';
  /** A query too long for a URL: a POST that changes nothing, runs outside a transaction and is not logged. */
  readonly readOnly?: true;
  /** Accepts data of devices: refused with 503 while the disk is nearly full or the server stops. */
  readonly ingest?: true;
  readonly params?: Shape;
  readonly query?: Shape;
  readonly body?: z.ZodType;
  /**
   * For calls at a high rate: the handler gets the raw URL and bytes, whatever the media type, and parses them itself;
   * `params`, `query` and `body` are only documentation.
   */
  readonly rawBody?: true;
  /** A multipart upload; the handler reads the parts itself. */
  readonly multipart?: true;
  readonly response: z.ZodType | RawResponse;
  /** 302 for the few routes that a browser opens and that redirect it. */
  readonly status?: 200 | 201 | 202 | 204 | 302;
  readonly errors?: readonly ErrorCode[];
  readonly bodyLimitBytes?: number;
  /** Names of fields on the wire; schemas, handlers and the typed client use our words. */
  readonly wire?: WireNames;
}

export type Route<O extends RouteOptions = RouteOptions> = O & { readonly kind: 'route' };

/** An unknown parameter is refused, unless the query declares by `looseObject` that other systems add their own. */
const strict = (query: Shape = z.object({})): Shape => (query.def.catchall ? query : query.strict());

/** One description of a call; validation, gate, typed client and OpenAPI are derived from it. */
export function defineRoute<const O extends RouteOptions>(options: O): Route<O> {
  const isStrict = options.path.startsWith('/api/') && !options.rawBody;
  return { ...options, ...(isStrict ? { query: strict(options.query) } : {}), kind: 'route' };
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

/** Input of a handler: parsed values. */
export interface RouteInput<O extends RouteOptions> {
  params: OutputOf<O['params']>;
  query: OutputOf<O['query']>;
  body: OutputOf<O['body']>;
}

type Defined<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** Input of a client: values before parsing, only the parts that the route declares. */
export type RouteCall<O extends RouteOptions> = Defined<{
  params: InputOf<O['params']>;
  query: InputOf<O['query']>;
  body: InputOf<O['body']>;
}>;

/** Output of the handler and result of the client. */
export type RouteOutput<O extends RouteOptions> = O['response'] extends z.ZodType ? z.input<O['response']> : unknown;
export type RouteAnswer<O extends RouteOptions> = O['response'] extends z.ZodType ? z.output<O['response']> : Blob;

export const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'route';

export const isRaw = (response: z.ZodType | RawResponse): response is RawResponse => 'raw' in response;
