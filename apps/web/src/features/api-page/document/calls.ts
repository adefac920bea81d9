import { foldText, wordsOf } from '@stellwerk/contract/search-rank';
import { z } from 'zod';
import { type JsonSchema, jsonSchema, type SharedSchemas } from './json-schema.ts';

const content = z.record(z.string(), z.object({ schema: jsonSchema.optional() }));

const operation = z.object({
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string().optional(),
  security: z.array(z.unknown()),
  parameters: z
    .array(z.object({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean(), schema: jsonSchema }))
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: content.optional() })),
});

/** The OpenAPI document of the server. */
export const apiDocument = z.object({
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), jsonSchema) }),
});

export type Parameter = z.output<typeof operation>['parameters'][number];

export interface ApiResponse {
  status: number;
  mediaType: string | undefined;
  schema: JsonSchema | undefined;
}

/** One method at one path. */
export interface ApiCall {
  /** `GET /api/v1/digitaltwin`, also used in the address. */
  key: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  /** A permission rule as text; `login` and `public` need no permission. */
  permission: string;
  parameters: Parameter[];
  body: JsonSchema | undefined;
  answers: ApiResponse[];
  /** Error codes by status. */
  errors: { status: number; codes: string[] }[];
  /** Searchable text. */
  searched: string;
}

export interface ApiReference {
  version: string;
  calls: ApiCall[];
  byKey: ReadonlyMap<string, ApiCall>;
  shared: SharedSchemas;
}

const errorStatus = 400;

function permissionOf({ description, security }: z.output<typeof operation>): string {
  if (security.length === 0) return 'public';
  return description?.replace(/^Permission: /, '') ?? 'login';
}

function callOf(method: string, path: string, given: z.output<typeof operation>): ApiCall {
  const key = `${method.toUpperCase()} ${path}`;
  const tag = given.tags[0] ?? '';
  const permission = permissionOf(given);
  const responses = Object.entries(given.responses)
    .map(([status, response]) => ({ status: Number(status), ...response }))
    .filter(({ status }) => Number.isInteger(status));
  return {
    key,
    method: method.toUpperCase(),
    path,
    tag,
    summary: given.summary,
    permission,
    parameters: given.parameters,
    body: given.requestBody?.content['application/json']?.schema,
    answers: responses
      .filter(({ status }) => status < errorStatus)
      .map(({ status, content: media = {} }) => {
        const [mediaType] = Object.keys(media);
        return { status, mediaType, schema: mediaType === undefined ? undefined : media[mediaType]?.schema };
      }),
    errors: responses
      .filter(({ status }) => status >= errorStatus)
      .map(({ status, description }) => ({ status, codes: description.split(', ') })),
    searched: foldText(`${key} ${tag} ${given.summary} ${permission}`),
  };
}

/** The calls of the document, in its order. */
export function apiReferenceOf(document: unknown): ApiReference {
  const { info, paths, components } = apiDocument.parse(document);
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, given]) => callOf(method, path, given)),
  );
  return {
    version: info.version,
    calls,
    byKey: new Map(calls.map((call) => [call.key, call])),
    shared: new Map(Object.entries(components.schemas)),
  };
}

export interface CallGroup {
  tag: string;
  calls: ApiCall[];
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const byPath = (a: ApiCall, b: ApiCall) =>
  a.path.localeCompare(b.path) || methods.indexOf(a.method) - methods.indexOf(b.method);

/** Calls that contain every search word, by their tags and paths. */
export function groupCalls(calls: readonly ApiCall[], search: string): CallGroup[] {
  const words = wordsOf(search);
  const found = calls.filter(({ searched }) => words.every((word) => searched.includes(word)));
  return [...Map.groupBy(found, ({ tag }) => tag)]
    .map(([tag, ofTag]) => ({ tag, calls: ofTag.toSorted(byPath) }))
    .sort((a, b) => a.tag.localeCompare(b.tag));
}

/** A call that only reads is sent at once, any other after a confirmation. */
export const isSafe = ({ method }: Pick<ApiCall, 'method'>): boolean => method === 'GET';
