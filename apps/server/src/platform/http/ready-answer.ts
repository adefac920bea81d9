import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { z } from 'zod';
import { compression } from './compression.ts';
import type { Exchange } from './ctx.ts';
import { serialized } from './validation.ts';

const compress = promisify(gzip);

/** An answer in the shape that it leaves the server in, made once for all who get the same. */
export interface ReadyAnswer {
  json: Buffer;
  /** Compressed when somebody first asks for it. */
  gzipped(): Promise<Buffer>;
}

/** Passes through its schema as every answer does. */
export function readyAnswer(schema: z.ZodType, answer: unknown): ReadyAnswer {
  const json = Buffer.from(serialized(schema, answer));
  let gzipped: Promise<Buffer> | undefined;
  return {
    json,
    gzipped: () => (gzipped ??= compress(json, compression.zlibOptions)),
  };
}

/** `gzip`, unless it is named to be refused (RFC 9110, 12.5.3). */
const wantsGzip = (header: string | undefined) => /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(header ?? '');

/** What the handler of a route returns in place of an object: bytes are sent as they are. */
export async function sendReady<T>({ request, reply }: Exchange, ready: ReadyAnswer): Promise<T> {
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  const isSmall = ready.json.length < compression.threshold;
  const isGzipped = !isSmall && wantsGzip(request.headers['accept-encoding']);
  if (isGzipped) reply.header('content-encoding', 'gzip');
  // They are the bytes of what the route declares; the compiler knows only the object.
  return (isGzipped ? await ready.gzipped() : ready.json) as T;
}
