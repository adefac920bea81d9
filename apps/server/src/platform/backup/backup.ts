import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { appliedMigrations, knownMigrations, type Migration } from '../db/migrate.ts';
import { StartError } from '../instance/start-error.ts';
import { findKey, findKeyText, type KeySource } from '../secrets/key-file.ts';
import { type ArchiveWriter, createArchive } from './archive-writer.ts';
import { type CatalogTable, quote, readForeignKeys, readSequences } from './catalog.ts';
import { filesDirOf, listFiles } from './files.ts';
import { type ArchivedTable, formatVersion, keyName, type Manifest, manifestName, manifestSchema } from './manifest.ts';
import { openSnapshot } from './snapshot.ts';
import { inReferenceOrder } from './table-order.ts';

export interface BackupOptions extends KeySource {
  url: string;
  file: string;
  overwrite: boolean;
  withKey: boolean;
  programVersion: string;
  now: Date;
  migrationsFolder?: string | undefined;
  signal?: AbortSignal | undefined;
}

interface BackupResult {
  tables: number;
  rows: number;
  files: number;
  /** Files that the running server deleted after the snapshot, before they were read. */
  vanishedFiles: number;
}

/** Size of the part of a table in memory, because an entry of the archive must know its size. */
const chunkBytes = 4 * 1024 * 1024;
const newline = 0x0a;

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) lines += 1;
  return lines;
}

async function addTable(client: pg.Client, archive: ArchiveWriter, table: CatalogTable): Promise<ArchivedTable> {
  const { schema, name, columns } = table;
  const folder = `tables/${encodeURIComponent(schema)}.${encodeURIComponent(name)}`;
  const columnList = columns.map((column) => pg.escapeIdentifier(column.name)).join(', ');
  const stream = client.query(copyTo(`copy ${quote(table)} (${columnList}) to stdout`));
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let chunks = 0;
  let rows = 0;
  const flush = async () => {
    chunks += 1;
    const content = Buffer.concat(waiting);
    // The format escapes line breaks in values, so every line break ends a row.
    rows += countLines(content);
    await archive.add(`${folder}/${String(chunks).padStart(6, '0')}.copy`, content);
    waiting = [];
    waitingBytes = 0;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes >= chunkBytes) await flush();
  }
  if (waitingBytes > 0) await flush();
  return { schema, name, columns, rows, folder };
}

async function addFile(archive: ArchiveWriter, name: string, handle: FileHandle): Promise<void> {
  const { size } = await handle.stat();
  if (size === 0) await archive.add(name, Buffer.alloc(0));
  else await archive.addStream(name, size, handle.createReadStream({ end: size - 1, autoClose: false }));
}

/** Files are immutable, so all files of the snapshot exist, and later ones do no harm. */
async function addFiles(archive: ArchiveWriter, dir: string): Promise<{ files: number; vanishedFiles: number }> {
  let files = 0;
  let vanishedFiles = 0;
  for await (const path of listFiles(dir)) {
    const handle = await open(join(dir, path), 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!handle) {
      vanishedFiles += 1;
      continue;
    }
    await addFile(archive, `files/${path}`, handle).finally(() => handle.close());
    files += 1;
  }
  return { files, vanishedFiles };
}

/** A restore builds the schema up to the last migration of the archive, so there must be no gap before it. */
async function migrationsOf(client: pg.Client, folder: string | undefined): Promise<Migration[]> {
  const applied = await appliedMigrations(client, folder);
  const known = await knownMigrations(folder);
  if (applied.length === 0) throw new StartError('The database holds nothing of Stellwerk');
  if (applied.some(({ tag }, index) => known[index]?.tag !== tag)) {
    throw new StartError('The database lacks a migration: run "stellwerk migrate" first');
  }
  return applied;
}

/** Writes the whole installation from one snapshot to an archive, while the server may keep running. */
export async function writeBackup(options: BackupOptions): Promise<BackupResult> {
  const { url, dataDir, withKey, migrationsFolder } = options;
  const keyText = await findKeyText(options);
  if (withKey && keyText === undefined) throw new StartError('There is no key to put into the archive');
  const key = await findKey(options);
  const client = new pg.Client({ connectionString: url, application_name: 'stellwerk-backup' });
  // A lost connection fails the current statement; an unhandled error event would end the process.
  client.on('error', () => {});
  await client.connect();
  const archive = await createArchive(options).catch(async (error) => {
    await client.end();
    throw error;
  });
  try {
    const found = await openSnapshot(client, options.signal);
    const migrations = await migrationsOf(client, migrationsFolder);
    const sequences = await readSequences(client);
    const { rows: version } = await client.query(`select current_setting('server_version') as text`);
    const tables: ArchivedTable[] = [];
    for (const table of inReferenceOrder(found, await readForeignKeys(client))) {
      if (table.hasRows && table.columns.length > 0) tables.push(await addTable(client, archive, table));
    }
    const { files, vanishedFiles } = await addFiles(archive, filesDirOf(dataDir));
    if (withKey && keyText !== undefined) await archive.add(keyName, Buffer.from(keyText));
    const manifest: Manifest = {
      format: 'stellwerk-backup',
      formatVersion,
      programVersion: options.programVersion,
      postgresVersion: String(version[0]?.text),
      createdAt: options.now.toISOString(),
      migrations,
      tables,
      partitions: found.flatMap(({ schema, name, parent, bound, partitionKey, storageOptions }) =>
        parent && bound ? [{ schema, name, parent, bound, partitionKey, storageOptions }] : [],
      ),
      sequences: sequences.flatMap(({ schema, name, value }) => (value === null ? [] : [{ schema, name, value }])),
      key: { id: key?.id ?? null, isIncluded: withKey },
      entries: [...archive.entries],
    };
    // Fails if a restore would refuse the manifest.
    manifestSchema.parse(manifest);
    await archive.add(manifestName, Buffer.from(JSON.stringify(manifest, null, 1)));
    await archive.finish();
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return { tables: tables.length, rows, files, vanishedFiles };
  } catch (error) {
    await archive.abort();
    // After an interruption, other errors are only its consequences.
    options.signal?.throwIfAborted();
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    throw new StartError(`There is no room for ${options.file}`);
  } finally {
    await client.end();
  }
}
