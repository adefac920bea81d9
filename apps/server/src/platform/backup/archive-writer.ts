import { createHash, randomBytes } from 'node:crypto';
import { access, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { StartError } from '../instance/start-error.ts';
import type { ArchiveEntry } from './manifest.ts';

export interface ArchiveWriter {
  readonly entries: readonly ArchiveEntry[];
  add(name: string, content: Buffer): Promise<void>;
  /** For content that is too large for memory; its size must be known. */
  addStream(name: string, sizeBytes: number, content: AsyncIterable<Buffer>): Promise<void>;
  /** Renames the archive to its final name when it is complete and on disk. */
  finish(): Promise<void>;
  abort(): Promise<void>;
}

interface ArchiveWriterOptions {
  file: string;
  overwrite: boolean;
  signal?: AbortSignal | undefined;
}

// Level 6 would take 1.7 times as long for 4 % less.
const gzipLevel = 4;

async function refuseExisting(file: string): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new StartError(`The file ${file} exists: name another one, or use --force to replace it`);
}

export async function createArchive({ file, overwrite, signal }: ArchiveWriterOptions): Promise<ArchiveWriter> {
  if (!overwrite) await refuseExisting(file);
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`;
  // Only the owner may read it, because it contains password hashes and possibly the key.
  const handle = await open(partial, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The file ${file} can't be written (${error.code})`);
  });
  const tar = pack();
  tar.on('error', () => {});
  const entries: ArchiveEntry[] = [];
  const save = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) await handle.writeFile(chunk);
  };
  const gzip = createGzip({ level: gzipLevel, chunkSize: 262_144 });
  const written = pipeline(Readable.from(tar), gzip, save, signal ? { signal } : {});
  // The error is reported to the writer of an entry; an unhandled rejection would end the process.
  written.catch((error: Error) => tar.destroy(error));

  async function abort(): Promise<void> {
    tar.destroy(new Error('aborted'));
    await written.catch(() => {});
    await handle.close();
    await rm(partial, { force: true });
  }

  /** Opens an entry; `done` settles when it has been written completely. */
  function openEntry(name: string, sizeBytes: number) {
    const done = Promise.withResolvers<void>();
    const sink = tar.entry({ name, mode: 0o600, size: sizeBytes }, (error) =>
      error ? done.reject(error) : done.resolve(),
    );
    // An interrupted archive is reported by `done`; an unhandled error event would end the process.
    sink.on('error', () => {});
    done.promise.catch(() => {});
    return { sink, done: done.promise };
  }

  async function addStream(name: string, sizeBytes: number, content: AsyncIterable<Buffer> | Iterable<Buffer>) {
    const { sink, done } = openEntry(name, sizeBytes);
    const hash = createHash('sha256');
    for await (const chunk of content) {
      hash.update(chunk);
      if (sink.write(chunk)) continue;
      const drained = Promise.withResolvers<void>();
      sink.once('drain', drained.resolve);
      await Promise.race([drained.promise, done]);
    }
    sink.end(undefined);
    await done;
    entries.push({ name, sizeBytes, sha256: hash.digest('hex') });
  }

  return {
    entries,
    add: (name, content) => addStream(name, content.length, [content]),
    addStream,

    async finish() {
      tar.finalize();
      await written;
      await handle.sync();
      await handle.close();
      if (!overwrite) await refuseExisting(file).catch((error) => rm(partial).then(() => Promise.reject(error)));
      await rename(partial, file);
      const folder = await open(dirname(file), 'r');
      await folder.sync().finally(() => folder.close());
    },

    abort,
  };
}
