import { issuesOf } from '@stellwerk/contract/issues';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { z } from 'zod';
import { AppError } from '../errors/app-error.ts';

/** Fastify parts that carry parameters rather than an object of the domain. */
const parameterParts = new Set(['params', 'querystring', 'headers']);

/** Where a value holds the character NUL, which PostgreSQL stores in no text. */
function pathOfNul(value: unknown, path: string[] = []): string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined;
  if (value === null || typeof value !== 'object') return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = key.includes('\0') ? path : pathOfNul(inner, [...path, key]);
    if (found) return found;
  }
  return undefined;
}

export const validate: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const code = parameterParts.has(httpPart ?? '') ? 'PARAMETER_VALIDATION_ERROR' : 'VALIDATION_ERROR';
  return (data) => {
    const parsed = schema.safeParse(data, { reportInput: true });
    if (!parsed.success) return { error: new AppError(code, {}, { issues: issuesOf(parsed.error) }) };
    const nul = pathOfNul(parsed.data);
    if (!nul) return { value: parsed.data };
    return { error: new AppError(code, {}, { issues: [{ path: nul.join('.'), code: 'invalid', params: {} }] }) };
  };
};

/** Answers pass through their schema too: what is not declared never leaves the server. */
export const serialize: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  return (data) => {
    const parsed = schema.safeParse(data);
    if (parsed.success) return JSON.stringify(parsed.data);
    throw new AppError('INTERNAL_ERROR', {}, { cause: parsed.error, internal: 'answer does not fit its schema' });
  };
};
