import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StartError } from '../instance/start-error.ts';
import { type OpenedEntry, readArchive } from './archive-reader.ts';
import { quote, readSequences } from './catalog.ts';
import type { FileRestore } from './files.ts';
import { type ArchivedTable, type ArchiveEntry, keyName, keyOf, type Manifest, manifestName } from './manifest.ts';

interface LoadOptions {
  client: pg.Client;
  file: string;
  manifest: Manifest;
  files: FileRestore;
  signal?: AbortSignal | undefined;
}

const filesPrefix = 'files/';

/** Writes the rows and files of the archive and returns the key that it contains, if any. */
export async function loadArchive({ client, file, manifest, files, signal }: LoadOptions): Promise<string | undefined> {
  const expected = new Map(manifest.entries.map((entry) => [entry.name, entry]));
  const waiting = new Map(manifest.tables.map((table) => [table.folder, table]));
  const entries = readArchive(file, signal);
  let keyText: string | undefined;
  let current = await entries.next();

  /** Checks the content again, because the file may have changed since it was verified. */
  async function* checked({ name, content }: OpenedEntry): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
    }
    if (hash.digest('hex') !== expected.get(name)?.sha256) throw new StartError(`The archive ${file} has changed`);
  }

  /** All chunks of a table are one COPY, because rows may reference rows of a later chunk. */
  async function* chunksOf(folder: string): AsyncGenerator<Buffer> {
    while (!current.done && posix.dirname(current.value.name) === folder) {
      yield* checked(current.value);
      current = await entries.next();
    }
  }

  try {
    while (!current.done) {
      const { name } = current.value;
      const table = waiting.get(posix.dirname(name));
      if (table) {
        waiting.delete(table.folder);
        await copyInto(client, table, chunksOf(table.folder));
        continue;
      }
      if (name.startsWith(filesPrefix)) {
        const { sha256 = '' }: Partial<ArchiveEntry> = expected.get(name) ?? {};
        await files.write({ path: name.slice(filesPrefix.length), sha256, content: checked(current.value) });
      } else if (name === keyName) {
        keyText = Buffer.concat(await Array.fromAsync(checked(current.value))).toString('utf8');
      } else if (name !== manifestName) throw new StartError(`The archive ${file} holds ${name}, which has no place`);
      current = await entries.next();
    }
  } finally {
    await entries.return(undefined);
  }
  return keyText;
}

async function copyInto(client: pg.Client, table: ArchivedTable, content: AsyncIterable<Buffer>): Promise<void> {
  const columns = table.columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  const stream = client.query(copyFrom(`copy ${quote(table)} (${columns}) from stdin with (encoding 'UTF8')`));
  await pipeline(content, stream);
  if (stream.rowCount !== table.rows) throw miscounted(table, stream.rowCount);
}

const miscounted = (table: ArchivedTable, rows: number) =>
  new StartError(`${keyOf(table)} has ${rows} rows instead of ${table.rows}: nothing was restored`);

/** Final check before the commit: row counts must match the manifest. */
export async function verifyCounts(client: pg.Client, { tables }: Manifest): Promise<void> {
  for (const table of tables) {
    const { rows } = await client.query<{ rows: number }>(`select count(*)::float8 as rows from only ${quote(table)}`);
    if (rows[0]?.rows !== table.rows) throw miscounted(table, rows[0]?.rows ?? 0);
  }
}

/** Continues the sequences. They are not transactional, so none is set back, and a failed restore does no harm. */
export async function resetSequences(client: pg.Client, { sequences }: Manifest): Promise<void> {
  const present = new Map((await readSequences(client)).map((sequence) => [keyOf(sequence), sequence.value]));
  for (const sequence of sequences) {
    const value = present.get(keyOf(sequence));
    if (value === undefined) throw new StartError(`This program has no place for ${keyOf(sequence)}`);
    if (value !== null && BigInt(value) >= BigInt(sequence.value)) continue;
    await client.query('select setval($1::regclass, $2::bigint)', [quote(sequence), sequence.value]);
  }
}
