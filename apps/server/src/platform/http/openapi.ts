import { errorBody } from '@stellwerk/contract/core/envelope';
import type { PermissionRule } from '@stellwerk/contract/core/permission';
import { isRaw, type Route } from '@stellwerk/contract/core/route';
import { errors } from '@stellwerk/contract/errors';
import { z } from 'zod';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' });
  return json;
};

const describe = (rule: PermissionRule): string =>
  typeof rule === 'string'
    ? rule
    : `(${('or' in rule ? rule.or : rule.and).map(describe).join('or' in rule ? ' or ' : ' and ')})`;

function parametersOf(route: Route) {
  return (['params', 'query'] as const).flatMap((part) => {
    const shape = route[part]?.shape ?? {};
    return Object.entries(shape).map(([name, schema]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || !z.safeParse(schema as z.ZodType, undefined).success,
      schema: schemaOf(schema as z.ZodType, 'input'),
    }));
  });
}

function responsesOf(route: Route) {
  const content = isRaw(route.response)
    ? { [route.response.raw]: {} }
    : { 'application/json': { schema: schemaOf(route.response, 'output') } };
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

function operationOf(route: Route) {
  const parameters = parametersOf(route);
  return {
    tags: [route.tag],
    summary: route.summary,
    ...(route.permission && route.permission !== 'login'
      ? { description: `Permission: ${describe(route.permission)}` }
      : {}),
    security: route.public ? [] : [{ token: [] }, { apiKey: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } } }
      : {}),
    responses: responsesOf(route),
  };
}

/** The OpenAPI 3.1 description of every declared call. */
export function openApi(routes: readonly Route[], version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Stellwerk', version, license: { name: 'Apache-2.0' } },
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
    },
  };
}
