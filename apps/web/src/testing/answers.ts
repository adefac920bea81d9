import { errorBody } from '@stellwerk/contract/core/envelope';
import { isRaw, type Route, type RouteInput, type RouteOutput } from '@stellwerk/contract/core/route';
import { fromWire, issueToWire, toWire } from '@stellwerk/contract/core/wire';
import { type ErrorCode, errors } from '@stellwerk/contract/errors';
import errorTexts from '@stellwerk/contract/locales/errors.en.json';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { liveConnections, serveWith } from './network.ts';
import { type PartOf, sampleOf } from './sample.ts';

export type Call<R extends Route> = RouteInput<R> & {
  /** Parts of an upload, for routes that take multipart bodies. */
  form?: FormData;
};

/** A response of the contract's error format, from `refusal`. */
class Refusal {
  readonly status: number;
  readonly body: z.output<typeof errorBody>;

  constructor(code: ErrorCode, body: Partial<z.output<typeof errorBody>>) {
    const message = Object.entries(errorTexts).find(([known]) => known === code)?.[1] ?? code;
    this.status = errors[code].status;
    this.body = errorBody.parse({ code, message, params: {}, issues: [], requestId: 'request-1', ...body });
  }
}

/** Any part of the response; the schema completes it. A route whose response is no JSON answers with text. */
type GoodResponse<R extends Route> = R['response'] extends z.ZodType ? PartOf<RouteOutput<R>> : string;
type AnyResponse<R extends Route> = GoodResponse<R> | Refusal;

type Respond<R extends Route> = (call: Call<R>) => AnyResponse<R> | undefined | Promise<AnyResponse<R> | undefined>;

export type Answer<R extends Route> = AnyResponse<R> | Respond<R>;

/** Responses are data, so a function can only be one that computes the response. */
const isRespond = <R extends Route>(answer: Answer<R> | undefined): answer is Respond<R> =>
  typeof answer === 'function';

/** A route and its response: a part of the value, a function of the call, or nothing for the sample of the schema. */
export interface Answered {
  readonly route: Route;
  readonly respond: (call: Call<Route>) => unknown;
}

export function on<R extends Route>(route: R, answer?: Answer<R>): Answered {
  return {
    route,
    respond: (call) => {
      // The call has been parsed by the schemas of this route.
      return isRespond(answer) ? answer(call as Call<R>) : answer;
    },
  };
}

/** An error that the server may report on the route. */
export const refusal = (code: ErrorCode, body: Partial<z.output<typeof errorBody>> = {}) => new Refusal(code, body);

const patternOf = ({ path }: Route) =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

function queryOf(search: URLSearchParams): Record<string, string | string[]> {
  const names = new Set(search.keys());
  return Object.fromEntries(
    [...names].map((name) => {
      const values = search.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}

/** Fields that the schema does not have are dropped by the server without a word, so a test must not pass with them. */
function parsed(schema: z.ZodType | undefined, value: unknown, place: string): unknown {
  if (!schema) {
    const isEmpty = value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
    if (!isEmpty) throw new Error(`${place} is not declared, but sent: ${JSON.stringify(value)}`);
    return undefined;
  }
  const strict = schema instanceof z.ZodObject && !schema.def.catchall ? schema.strict() : schema;
  const result = strict.safeParse(value);
  if (result.success) return result.data;
  throw new Error(`${place} ${JSON.stringify(value)} is refused:\n${z.prettifyError(result.error)}`);
}

/** The query or body in our words, as the server reads it. */
function inOurWords(route: Route, part: 'query' | 'body', value: unknown): unknown {
  const { value: read, refused } = fromWire(route, part, value);
  const [unknown] = refused;
  if (unknown) throw new Error(`The ${part} has no field “${unknown.path}” on the wire`);
  return read;
}

async function callOf(route: Route, request: Request, url: URL): Promise<Call<Route>> {
  const params = patternOf(route).exec(url.pathname)?.groups ?? {};
  const named = Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text)]));
  const input = {
    params: parsed(route.params, named, 'The path'),
    query: parsed(route.query, inOurWords(route, 'query', queryOf(url.searchParams)), 'The query'),
  };
  if (route.multipart) return { ...input, body: undefined, form: await request.formData() } as Call<Route>;
  const text = await request.text();
  const sent = text === '' ? undefined : JSON.parse(text);
  const body = parsed(route.body, inOurWords(route, 'body', sent), 'The body');
  return { ...input, body } as Call<Route>;
}

/** Pages of a list count their rows themselves. */
function withTotals(part: unknown, query: unknown): unknown {
  if (typeof part !== 'object' || part === null || !('data' in part) || !Array.isArray(part.data)) return part;
  const asked = typeof query === 'object' && query !== null ? query : {};
  return {
    total: part.data.length,
    offset: Reflect.get(asked, 'offset') ?? 0,
    limit: Reflect.get(asked, 'limit') ?? 20,
    ...part,
  };
}

const isPaged = (schema: z.ZodType) => schema instanceof z.ZodObject && 'total' in schema.shape;

function responseOf(route: Route, call: Call<Route>, answer: unknown): Response {
  if (answer instanceof Refusal) {
    const issues = answer.body.issues.map((issue) => issueToWire(route.wire, issue));
    return Response.json({ ...answer.body, issues }, { status: answer.status });
  }
  const { response, status = 200 } = route;
  if (isRaw(response)) {
    return new Response(String(answer ?? ''), { status, headers: { 'content-type': response.raw } });
  }
  // The type of the answer was checked by `on`; the sample checks its value.
  const part = (isPaged(response) ? withTotals(answer ?? { data: [{}] }, call.query) : answer) as undefined;
  const body = toWire(route, 'response', sampleOf(response, part));
  return status === 204 ? new Response(null, { status }) : Response.json(body, { status });
}

interface MadeCall {
  route: Route;
  call: Call<Route>;
}

async function answerTo(request: Request, routes: readonly Answered[], calls: MadeCall[]): Promise<Response> {
  const url = new URL(request.url);
  const sameMethod = routes.filter(({ route }) => route.method === request.method);
  // As on the server, a path without parameters wins: `/alarm-logs/statistics` is no id.
  const found =
    sameMethod.findLast(({ route }) => route.path === url.pathname) ??
    sameMethod.findLast(({ route }) => patternOf(route).test(url.pathname));
  if (!found) throw new Error('No answer is declared for this call');
  const call = await callOf(found.route, request, url);
  calls.push({ route: found.route, call });
  return responseOf(found.route, call, await found.respond(call));
}

/** Answers until the returned function is called. */
export const respondTo = (...routes: Answered[]): (() => void) =>
  serveWith({ answerTo: (request) => answerTo(request, routes, []) });

/**
 * The server for the rest of the test: each declared route gives a response that its schema has completed and checked.
 * A call of another route, a request that the schemas refuse, and an answer that they refuse fail the test.
 */
export function answers(...declared: Answered[]) {
  const calls: MadeCall[] = [];
  const routes = [...declared];
  onTestFinished(serveWith({ answerTo: (request) => answerTo(request, routes, calls) }));
  return {
    /** From now on; the newest answer of a route counts. */
    answer(...more: Answered[]): void {
      routes.push(...more);
    },
    /** The calls of a route so far, parsed by its schemas. */
    calls<R extends Route>(route: R): Call<R>[] {
      return calls.filter((made) => made.route === route).map(({ call }) => call as Call<R>);
    },
    /** Sends a live message as soon as the page listens to the topic. */
    push: liveConnections.push,
  };
}

export type Answers = ReturnType<typeof answers>;
