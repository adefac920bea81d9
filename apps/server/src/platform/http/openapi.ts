import { createHash } from 'node:crypto';
import { errorBody } from '@stellwerk/contract/core/envelope';
import type { PermissionRule } from '@stellwerk/contract/core/permission';
import { isRaw, type Route } from '@stellwerk/contract/core/route';
import { parameterToWire, schemaToWire } from '@stellwerk/contract/core/wire';
import { errors } from '@stellwerk/contract/errors';
import { z } from 'zod';

type Shared = Map<string, unknown>;

/**
 * A recursive schema brings its own `$defs`, but references to them would resolve against the root of the document.
 * The definitions are therefore moved to the document's components, under a name derived from a hash of their content.
 */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', shared: Shared) {
  const given = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' });
  const { $schema: _, $defs = {}, ...json } = given;
  const names = new Map(
    Object.entries($defs).map(([name, definition]) => {
      const text = JSON.stringify(definition).replaceAll(`#/$defs/${name}"`, '#"');
      return [name, `Recursive${createHash('sha256').update(text).digest('hex').slice(0, 8)}`];
    }),
  );
  const moved = (part: unknown): unknown =>
    JSON.parse(
      JSON.stringify(part).replaceAll(/"#\/\$defs\/([^"]+)"/g, (_whole, name: string) => {
        return `"#/components/schemas/${names.get(name) ?? name}"`;
      }),
    );
  for (const [name, definition] of Object.entries($defs)) shared.set(names.get(name) ?? name, moved(definition));
  return names.size > 0 ? moved(json) : json;
}

const describe = (rule: PermissionRule): string =>
  typeof rule === 'string'
    ? rule
    : `(${('or' in rule ? rule.or : rule.and).map(describe).join('or' in rule ? ' or ' : ' and ')})`;

function parametersOf(route: Route, shared: Shared) {
  return (['params', 'query'] as const).flatMap((part) => {
    const shape = route[part]?.shape ?? {};
    return Object.entries(shape).map(([name, schema]) => ({
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || !z.safeParse(schema as z.ZodType, undefined).success,
      ...parameterToWire(route.wire, name, schemaOf(schema as z.ZodType, 'input', shared)),
    }));
  });
}

function responsesOf(route: Route, shared: Shared) {
  const content = isRaw(route.response)
    ? { [route.response.raw]: {} }
    : { 'application/json': { schema: schemaToWire(route.wire, schemaOf(route.response, 'output', shared)) } };
  const failures = Object.groupBy(route.errors ?? [], (code) => errors[code].status);
  const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return {
    [route.status ?? 200]: { description: 'OK', ...(route.status === 204 ? {} : { content }) },
    ...Object.fromEntries(
      Object.entries(failures).map(([status, codes]) => [
        status,
        { description: (codes ?? []).join(', '), content: errorContent },
      ]),
    ),
    default: { description: 'Error', content: errorContent },
  };
}

function operationOf(route: Route, shared: Shared) {
  const parameters = parametersOf(route, shared);
  return {
    tags: [route.tag],
    summary: route.summary,
    ...(route.permission && route.permission !== 'login'
      ? { description: `Permission: ${describe(route.permission)}` }
      : {}),
    security: route.public ? [] : [{ token: [] }, { apiKey: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: schemaToWire(route.wire, schemaOf(route.body, 'input', shared)) },
            },
          },
        }
      : {}),
    responses: responsesOf(route, shared),
  };
}

/** The OpenAPI 3.1 description of every declared call. */
export function openApi(routes: readonly Route[], version: string) {
  const shared: Shared = new Map();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route, shared) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Stellwerk', version, license: { name: 'Apache-2.0' } },
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, 'output', shared), ...Object.fromEntries(shared) },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
    },
  };
}
