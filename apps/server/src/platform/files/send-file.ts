import type { FastifyReply } from 'fastify';
import { rasterImageTypes } from './content-type.ts';
import { contentDisposition } from './file-name.ts';
import type { OpenedFile } from './file-store.ts';

export interface SendFileOptions {
  name: string;
  /** The type detected when the file was stored. */
  type: string;
  /** Applies to raster images only: SVG, HTML and all other types are always downloads. */
  inline?: boolean;
  maxAgeSeconds?: number;
}

/** Types that a browser would execute in our origin if the other headers were ever lost. */
const active = /^(?:text\/html|.*[/+]xml|.*javascript|multipart\/.*)$/;

export function sendFile(reply: FastifyReply, file: OpenedFile, options: SendFileOptions): FastifyReply {
  const { name, type, inline = false, maxAgeSeconds = 0 } = options;
  const isImage = rasterImageTypes.some((image) => image === type);
  return reply
    .headers({
      'content-type': active.test(type) ? 'application/octet-stream' : type,
      'content-length': file.sizeBytes,
      'content-disposition': contentDisposition(inline && isImage ? 'inline' : 'attachment', name),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': maxAgeSeconds > 0 ? `private, max-age=${maxAgeSeconds}` : 'private, no-cache',
    })
    .send(file.stream);
}
