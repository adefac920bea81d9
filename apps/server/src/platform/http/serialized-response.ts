import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { z } from 'zod';
import { compression } from './compression.ts';
import type { Exchange } from './ctx.ts';
import { serialized } from './validation.ts';

const compress = promisify(gzip);

/** A serialized response, built once and shared by all callers that get the same data. */
export interface SerializedResponse {
  json: Buffer;
  /** Compressed on first use. */
  gzipped(): Promise<Buffer>;
}

/** The response is parsed by its schema, as all responses are. */
export function serializeResponse(schema: z.ZodType, answer: unknown): SerializedResponse {
  const json = Buffer.from(serialized(schema, answer));
  let gzipped: Promise<Buffer> | undefined;
  return {
    json,
    gzipped: () => (gzipped ??= compress(json, compression.zlibOptions)),
  };
}

/** True if the client accepts gzip, that is, names it without `q=0` (RFC 9110, 12.5.3). */
const wantsGzip = (header: string | undefined) => /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(header ?? '');

/** Handlers return its result in place of an object: Fastify sends the bytes unchanged. */
export async function sendReady<T>({ request, reply }: Exchange, ready: SerializedResponse): Promise<T> {
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  const isSmall = ready.json.length < compression.threshold;
  const isGzipped = !isSmall && wantsGzip(request.headers['accept-encoding']);
  if (isGzipped) reply.header('content-encoding', 'gzip');
  // The bytes are the serialized form of the declared response, but the type declares the object.
  return (isGzipped ? await ready.gzipped() : ready.json) as T;
}
