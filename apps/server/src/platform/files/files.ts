import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { fail } from '../errors/app-error.ts';
import { headBytes, inspectType } from './content-type.ts';
import { createDiskStore } from './disk-store.ts';
import { cleanFileName } from './file-name.ts';
import { type FileStore, isFileKey, type OpenedFile } from './file-store.ts';

export interface PutOptions {
  maxBytes: number;
  /** Media types, compared with the detected type; `any` for attachments, which are downloads only. */
  allowedTypes: readonly string[] | 'any';
  /** The sender's file name: for display only, it never becomes part of a path. */
  name: string;
  /** Set by callers that write the content themselves: it is then not inspected. */
  type?: string;
  /** From `newFileKey`, for callers that record the key beforehand, so that a crash leaves no unknown file. */
  key?: string;
}

export interface StoredFile {
  key: string;
  sizeBytes: number;
  type: string;
  sha256: string;
  /** The sender's file name, made safe. */
  name: string;
}

export interface Files {
  put(source: Readable, options: PutOptions): Promise<StoredFile>;
  /** Throws FILE_NOT_FOUND for unknown and for malformed keys. */
  open(key: string): Promise<OpenedFile>;
  remove(key: string): Promise<void>;
  /** For a job: deletes uploads that a killed process left half-written before that time. */
  removeAbandoned(before: Date): Promise<number>;
}

function chooseType(candidates: readonly string[], allowedTypes: PutOptions['allowedTypes']): string {
  const type =
    allowedTypes === 'any' ? candidates[0] : candidates.find((candidate) => allowedTypes.includes(candidate));
  return type ?? fail('FILE_TYPE_NOT_ALLOWED', { type: candidates[0] ?? 'unknown' });
}

/** Yields the head of the file as one chunk, then all other chunks: memory use stays small for any size. */
async function* headFirst(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer[] | undefined = [];
  let collected = 0;
  for await (const chunk of source) {
    if (!head) {
      yield chunk;
      continue;
    }
    head.push(chunk);
    collected += chunk.length;
    if (collected >= headBytes) {
      yield Buffer.concat(head);
      head = undefined;
    }
  }
  if (head) yield Buffer.concat(head);
}

/** Detects a part of a multipart upload: the parser cuts it at its limit without an error and only sets `truncated`. */
const isPart = (source: Readable): source is Readable & { truncated: boolean } => 'truncated' in source;

/**
 * Disposes of a source after a failure. An upload is drained up to the limit of its parser, because an unread one would
 * stall the connection before the sender sees the response; any other source is destroyed at once.
 */
function abandon(source: Readable): void {
  if (isPart(source)) source.resume();
  else source.destroy();
}

export const newFileKey = (): string => randomBytes(16).toString('hex');

export function createFiles(options: { dir: string } | { store: FileStore }): Files {
  const store = 'store' in options ? options.store : createDiskStore(options);

  return {
    async put(source, { maxBytes, allowedTypes, name, type: knownType, key = newFileKey() }) {
      const hash = createHash('sha256');
      let sizeBytes = 0;
      let type = knownType ?? '';

      async function* limited(): AsyncGenerator<Buffer> {
        for await (const chunk of source.iterator({ destroyOnReturn: false })) {
          const bytes = Buffer.from(chunk);
          sizeBytes += bytes.length;
          if (sizeBytes > maxBytes) fail('FILE_TOO_LARGE', { limitBytes: maxBytes });
          hash.update(bytes);
          yield bytes;
        }
        if (isPart(source) && source.truncated) fail('FILE_TOO_LARGE', { limitBytes: sizeBytes });
      }

      async function* typed(): AsyncGenerator<Buffer> {
        let inspector: Awaited<ReturnType<typeof inspectType>> | undefined;
        for await (const chunk of headFirst(limited())) {
          if (inspector) inspector.inspect(chunk);
          else {
            inspector = await inspectType(chunk);
            // An upload whose type can no longer be allowed is refused before the rest is read.
            chooseType(inspector.candidates, allowedTypes);
          }
          yield chunk;
        }
        type = chooseType(inspector?.finish() ?? [], allowedTypes);
      }

      try {
        await store.write(key, knownType === undefined ? typed() : limited());
      } catch (error) {
        abandon(source);
        throw error;
      }
      return { key, sizeBytes, type, sha256: hash.digest('hex'), name: cleanFileName(name) };
    },

    async open(key) {
      const opened = isFileKey(key) ? await store.read(key) : undefined;
      return opened ?? fail('FILE_NOT_FOUND');
    },

    async remove(key) {
      if (isFileKey(key)) await store.remove(key);
    },

    removeAbandoned: (before) => store.removeAbandoned(before),
  };
}
