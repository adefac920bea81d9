import type { ErrorBody } from '@stellwerk/contract/core/envelope';
import { isRaw, type Route, type RouteAnswer, type RouteCall } from '@stellwerk/contract/core/route';
import { fromWire, issueFromWire, toWire } from '@stellwerk/contract/core/wire';
import { connection } from './connection.ts';
import { isErrorBody } from './error-body.ts';
import { currentLanguage, i18n } from './i18n.ts';

const defaultTimeoutMs = 10_000;

type Empty = Record<never, never>;
/** Makes parts of a call optional if all their fields are optional. */
type Loose<T> = { [K in keyof T as Empty extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as Empty extends T[K] ? K : never]?: T[K];
};

export type CallInput<R extends Route> = Loose<RouteCall<R>>;

export interface CallOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Parts of an upload, for routes with multipart bodies. */
  form?: FormData;
}

export type CallArguments<R extends Route> =
  Empty extends CallInput<R>
    ? [input?: CallInput<R>, options?: CallOptions]
    : [input: CallInput<R>, options?: CallOptions];

/**
 * Method and path of a route, checked against the contract by the compiler. The first page uses it to load neither the
 * schemas nor the schema library.
 */
export interface RouteAddress<R extends Route> {
  readonly method: R['method'];
  readonly path: R['path'];
  /** Never set: ties the address to the type of its route. */
  readonly of?: R;
}

/** Codes of the catalogue, and `TIMEOUT`, which only a client can see. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly params: ErrorBody['params'];
  readonly issues: ErrorBody['issues'];
  readonly requestId: string | undefined;

  constructor(status: number, body: Pick<ErrorBody, 'code' | 'message'> & Partial<ErrorBody>, cause?: unknown) {
    super(body.message, { cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code;
    this.params = body.params ?? {};
    this.issues = body.issues ?? [];
    this.requestId = body.requestId;
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/**
 * The server did not respond, or a proxy responded for it, so the session may still be valid. A 502 with a code of the
 * server itself is about a third party.
 */
export const isUnreachable = (error: unknown): boolean =>
  isApiError(error) &&
  (['NETWORK_ERROR', 'TIMEOUT', 'SERVICE_UNAVAILABLE'].includes(error.code) || [503, 504].includes(error.status));

export interface ApiDependencies {
  fetch: typeof fetch;
  language: () => string;
  /** The text of an error for which the server sent none. */
  text: (code: 'NETWORK_ERROR' | 'TIMEOUT' | 'SERVICE_UNAVAILABLE' | 'INTERNAL_ERROR') => string;
  credentials: RequestCredentials;
  onReached: () => void;
  onUnreachable: () => void;
}

/**
 * `call` sends a request as a route of the contract describes it and returns the route's response; the server validates
 * both.
 */
export function createApi(dependencies: ApiDependencies) {
  function request(route: Sent, input: CallParts, form: FormData | undefined, signal: AbortSignal): Promise<Response> {
    const headers = new Headers({ 'accept-language': dependencies.language() });
    if (input.body !== undefined) headers.set('content-type', 'application/json');
    const body = toWire(route, 'body', input.body);
    return dependencies.fetch(addressOf(route, input), {
      method: route.method,
      headers,
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
      credentials: dependencies.credentials,
      signal,
    });
  }

  return async function call<R extends Route>(
    route: R | RouteAddress<R>,
    ...[input, options = {}]: CallArguments<R>
  ): Promise<RouteAnswer<R>> {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    try {
      const response = await request(route, input ?? {}, options.form, signal);
      if (!response.ok) throw await errorOf(route, response, dependencies.text);
      const answer: unknown = await bodyOf(route, response);
      dependencies.onReached();
      // The server serialises its responses by the same schema, so they are not parsed again here.
      return answer as RouteAnswer<R>;
    } catch (cause) {
      // The caller's own abort is not a server error; queries expect it unchanged.
      if (options.signal?.aborted) throw cause;
      const code = timeout.aborted ? 'TIMEOUT' : 'NETWORK_ERROR';
      const error = isApiError(cause) ? cause : new ApiError(0, { code, message: dependencies.text(code) }, cause);
      if (isUnreachable(error)) dependencies.onUnreachable();
      else dependencies.onReached();
      throw error;
    }
  };
}

type Sent = Pick<Route, 'method' | 'path'> & Partial<Pick<Route, 'query' | 'body' | 'response' | 'wire'>>;

interface CallParts {
  params?: object;
  query?: object;
  body?: unknown;
}

/** Path and query of a call, for links that the browser opens itself, such as downloads. */
export function addressOf(route: Sent, { params = {}, query = {} }: CallParts): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(Reflect.get(params, name))),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(toWire(route, 'query', query) ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item));
    }
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

async function bodyOf(route: Sent, response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (route.response && isRaw(route.response)) return response.blob();
  return fromWire(route, 'response', await response.json()).value;
}

async function errorOf(route: Sent, response: Response, text: ApiDependencies['text']): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  if (isErrorBody(body)) {
    const issues = body.issues.map((issue) => issueFromWire(route.wire, issue));
    return new ApiError(response.status, { ...body, issues });
  }
  const code = [502, 503, 504].includes(response.status) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR';
  return new ApiError(response.status, { code, message: text(code) });
}

const shared = {
  // Bound late, so that replacements of fetch (tests, tracing) take effect.
  fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
  language: currentLanguage,
  text: (code: string) => i18n.t(`app:errors.${code}`),
  onReached: connection.reached,
  onUnreachable: connection.unreachable,
};

export const call = createApi({ ...shared, credentials: 'same-origin' });

/** For pages that strangers see in a frame: sends no cookie. */
export const callUnauthenticated = createApi({ ...shared, credentials: 'omit' });

export interface PlainResponse {
  /** 0 where the browser hides the status, as for a redirect. */
  status: number;
  durationMs: number;
  headers: Headers;
  body: Blob;
}

/** A call that a user wrote by hand: the response is shown, whatever its status. Calls go only to the server itself. */
export async function sendPlain(method: string, address: string, body?: string): Promise<PlainResponse> {
  const target = new URL(address, window.location.origin);
  if (target.origin !== window.location.origin) throw new TypeError('Only the server itself is called');
  const headers = { 'accept-language': currentLanguage(), ...(body ? { 'content-type': 'application/json' } : {}) };
  const startedMs = performance.now();
  const response = await fetch(target, { method, headers, body: body ?? null, redirect: 'manual' });
  const content = await response.blob();
  return {
    status: response.status,
    durationMs: performance.now() - startedMs,
    headers: response.headers,
    body: content,
  };
}
