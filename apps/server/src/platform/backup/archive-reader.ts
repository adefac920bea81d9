import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { StartError } from '../instance/start-error.ts';
import { isSafePath } from './files.ts';
import { type ArchiveEntry, formatVersion, type Manifest, manifestName, manifestSchema } from './manifest.ts';

export interface OpenedEntry {
  name: string;
  /** Can't be read any more after the next entry was requested. */
  content: AsyncIterable<Buffer>;
}

const largestManifestBytes = 256 * 1024 * 1024;

const damaged = (file: string, reason: string) => new StartError(`The archive ${file} is damaged: ${reason}`);

function explain(file: string, error: unknown): unknown {
  if (error instanceof StartError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new StartError(`There is no file ${file}`);
  if (code === 'EACCES' || code === 'EISDIR') return new StartError(`The file ${file} can't be read (${code})`);
  if (code === 'Z_DATA_ERROR' && message === 'incorrect header check') {
    return new StartError(`The file ${file} is no backup of Stellwerk`);
  }
  const isStream = code?.startsWith('Z_') || /unexpected end|invalid (tar )?header|header exceeds/i.test(message);
  return isStream ? damaged(file, message) : error;
}

async function* explained(file: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    throw explain(file, error);
  }
}

/** Reads the entries in order. Problems of the archive become a one-line error for the operator. */
export async function* readArchive(file: string, signal?: AbortSignal): AsyncGenerator<OpenedEntry> {
  const tar = extract();
  const reading = pipeline(createReadStream(file), createGunzip({ chunkSize: 262_144 }), tar, signal ? { signal } : {});
  reading.catch((error: Error) => tar.destroy(error));
  try {
    for await (const entry of tar) {
      const { name, type } = entry.header;
      if (type !== 'file' || !isSafePath(name)) throw damaged(file, 'it holds something that is no plain file');
      // The typings don't define the type of chunks.
      yield { name, content: explained(file, entry as AsyncIterable<Buffer>) };
      // The next entry only follows after this one has been read completely.
      entry.resume();
    }
    await reading;
  } catch (error) {
    throw explain(file, error);
  } finally {
    tar.destroy();
  }
}

export async function hashed(
  content: AsyncIterable<Buffer>,
  use: (chunk: Buffer) => void = () => {},
): Promise<Omit<ArchiveEntry, 'name'>> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    sizeBytes += chunk.length;
    use(chunk);
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

function parseManifest(file: string, chunks: Buffer[]): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw damaged(file, 'its manifest is not readable');
  }
  const version = (value as { formatVersion?: unknown } | null)?.formatVersion;
  if (typeof version === 'number' && version > formatVersion) {
    throw new StartError(`The archive ${file} was written by a newer version of Stellwerk: restore it with that one`);
  }
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw damaged(file, `its manifest is not valid at ${issue?.path.join('.')}`);
}

/** Reads the whole archive and compares it with its manifest, before anything in it is used. */
export async function verifyArchive(file: string, signal?: AbortSignal): Promise<Manifest> {
  const found: ArchiveEntry[] = [];
  let manifest: Manifest | undefined;
  for await (const { name, content } of readArchive(file, signal)) {
    if (manifest) throw damaged(file, 'something follows its manifest');
    if (name === manifestName) {
      const chunks: Buffer[] = [];
      let roomBytes = largestManifestBytes;
      await hashed(content, (chunk) => {
        roomBytes -= chunk.length;
        if (roomBytes < 0) throw damaged(file, 'its manifest is too large');
        chunks.push(chunk);
      });
      manifest = parseManifest(file, chunks);
    } else found.push({ name, ...(await hashed(content)) });
  }
  if (!manifest) throw damaged(file, 'its end is missing');
  if (found.length !== manifest.entries.length) throw damaged(file, 'entries are missing');
  for (const [index, expected] of manifest.entries.entries()) {
    const actual = found[index];
    if (
      actual?.name !== expected.name ||
      actual.sha256 !== expected.sha256 ||
      actual.sizeBytes !== expected.sizeBytes
    ) {
      throw damaged(file, `${expected.name} is not what was written`);
    }
  }
  return manifest;
}
