import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { onTestFinished } from 'vitest';
import { readArchive } from '../archive-reader.ts';
import { type BackupOptions, writeBackup } from '../backup.ts';
import { type Manifest, manifestName } from '../manifest.ts';
import { type RestoreOptions, restoreBackup } from '../restore.ts';

export async function useFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stellwerk-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

type Required = 'url' | 'dataDir' | 'file';

export const backup = (options: Pick<BackupOptions, Required> & Partial<BackupOptions>) =>
  writeBackup({
    secretKey: undefined,
    overwrite: false,
    withKey: false,
    programVersion: '0.0.0',
    now: new Date('2026-11-15T12:00:00Z'),
    ...options,
  });

export const restore = (options: Pick<RestoreOptions, Required> & Partial<RestoreOptions>) =>
  restoreBackup({ secretKey: undefined, force: false, onWipe: () => {}, ...options });

export type Entries = Map<string, Buffer>;

export async function readEntries(file: string): Promise<Entries> {
  const entries: Entries = new Map();
  for await (const { name, content } of readArchive(file)) {
    entries.set(name, Buffer.concat(await Array.fromAsync(content)));
  }
  return entries;
}

export const manifestOf = (entries: Entries): Manifest => JSON.parse(String(entries.get(manifestName)));

/** Packs the entries as a valid archive, regardless of their content. */
export async function writeEntries(file: string, entries: Entries): Promise<void> {
  const tar = pack();
  const chunks = Array.fromAsync(tar as AsyncIterable<Buffer>);
  for (const [name, content] of entries) tar.entry({ name }, content);
  tar.finalize();
  await writeFile(file, gzipSync(Buffer.concat(await chunks)));
}

/** Changes an entry together with the manifest, like an attacker who knows the format. */
export function forgeEntry(entries: Entries, name: string, content: Buffer): void {
  entries.set(name, content);
  const manifest = manifestOf(entries);
  const entry = manifest.entries.find((candidate) => candidate.name === name);
  if (!entry) throw new Error(`there is no entry ${name}`);
  entry.sizeBytes = content.length;
  entry.sha256 = createHash('sha256').update(content).digest('hex');
  entries.set(manifestName, Buffer.from(JSON.stringify(manifest)));
}
