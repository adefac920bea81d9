import { issuesOf } from '@stellwerk/contract/issues';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { z } from 'zod';
import { AppError } from '../errors/app-error.ts';

/** Parts of a Fastify request that carry parameters rather than a domain object. */
const parameterParts = new Set(['params', 'querystring', 'headers']);

/** Far more than any call needs. Schemas and other recursive functions use stack space for each level of a value. */
const maxDepth = 200;

function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}

/** PostgreSQL cannot store the NUL character in text, nor unpaired surrogates in JSON. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** Returns the path of the first text or key that PostgreSQL cannot store. */
function pathOfUnstorable(value: unknown, path: string[] = []): string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : path;
  if (value === null || typeof value !== 'object') return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = isStorable(key) ? pathOfUnstorable(inner, [...path, key]) : path;
    if (found) return found;
  }
  return undefined;
}

export const validate: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const code = parameterParts.has(httpPart ?? '') ? 'PARAMETER_VALIDATION_ERROR' : 'VALIDATION_ERROR';
  return (data) => {
    if (isTooDeep(data)) {
      return { error: new AppError(code, {}, { issues: [{ path: '', code: 'invalid', params: {} }] }) };
    }
    const parsed = schema.safeParse(data, { reportInput: true });
    if (!parsed.success) return { error: new AppError(code, {}, { issues: issuesOf(parsed.error) }) };
    const unstorable = pathOfUnstorable(parsed.data);
    if (!unstorable) return { value: parsed.data };
    const issues = [{ path: unstorable.join('.'), code: 'invalid' as const, params: {} }];
    return { error: new AppError(code, {}, { issues }) };
  };
};

/** Responses are parsed by their schema too, so undeclared fields never leave the server. */
export function serialized(schema: z.ZodType, answer: unknown): string {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return JSON.stringify(parsed.data);
  throw new AppError('INTERNAL_ERROR', {}, { cause: parsed.error, internal: 'answer does not fit its schema' });
}

export const serialize: FastifySerializerCompiler<z.ZodType> =
  ({ schema }) =>
  (data) =>
    serialized(schema, data);
