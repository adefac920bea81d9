import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { lastReplaced, withBaseline } from '../db/baseline.ts';
import { knownMigrations, lockMigrations, migrateInTransaction, migrateJobQueue } from '../db/migrate.ts';
import { StartError } from '../instance/start-error.ts';
import { countOpen, discardOpen, holdOpen } from '../outbox/held.store.ts';
import { secretKeyOf } from '../secrets/key.ts';
import { findKey, type KeySource, loadKey } from '../secrets/key-file.ts';
import { countReadable, reencrypt } from '../secrets/rotate.ts';
import { verifyArchive } from './archive-reader.ts';
import { sessionSettings } from './catalog.ts';
import { createFileRestore, filesDirOf, listFiles } from './files.ts';
import { loadArchive, resetSequences, verifyCounts } from './load.ts';
import type { Manifest } from './manifest.ts';
import { rebuildTables, suspendRules } from './rebuild.ts';
import { refuseForeignTables, surveyTarget, wipe } from './target-database.ts';

export interface RestoreOptions extends KeySource {
  url: string;
  file: string;
  /** Allows the deletion of existing data. */
  force: boolean;
  /** Called before existing data is deleted. */
  onWipe(what: { filled: string[]; sizeBytes: number; files: number }): void;
  /** Called if the archive contains unsent deliveries; by default they are held. */
  decideOutbox?: ((count: number) => OutboxChoice | Promise<OutboxChoice>) | undefined;
  migrationsFolder?: string | undefined;
  signal?: AbortSignal | undefined;
}

export const outboxChoices = ['hold', 'send', 'discard'] as const;
export type OutboxChoice = (typeof outboxChoices)[number];

interface RestoreResult {
  manifest: Manifest;
  /** Deliveries in the archive that were not sent yet. */
  outbox: { count: number; choice: OutboxChoice };
  secrets: {
    total: number;
    /** Number of secrets that the key of this installation can't decrypt. */
    unreadable: number;
  };
}

/** The program must know every migration of the archive, because it rebuilds the schema of the rows. */
async function refuseUnknownMigrations(manifest: Manifest, folder: string | undefined): Promise<string> {
  const known = await knownMigrations(folder);
  const steps = withBaseline(known, manifest.migrations);
  if (!steps) {
    throw new StartError(
      `The archive is too old for this program: restore it with the last version of Stellwerk with migration ${lastReplaced.tag}, then start this one`,
    );
  }
  for (const [index, { tag, hash }] of steps.entries()) {
    if (known[index] === undefined) {
      throw new StartError('The archive is newer than this program: restore it with a newer version of Stellwerk');
    }
    if (known[index].tag !== tag || known[index].hash !== hash) {
      throw new StartError(`Migration ${tag} of the archive differs from this program's ${known[index].tag}`);
    }
  }
  return steps.at(-1)?.tag ?? '';
}

async function secureTarget(client: pg.Client, { force, onWipe, dataDir }: RestoreOptions): Promise<void> {
  const { filled, sizeBytes } = await surveyTarget(client);
  if (filled.length === 0) return refuseForeignTables(client);
  if (!force) {
    throw new StartError(`The database holds data (${filled.join(', ')}): use --force to wipe it`);
  }
  await refuseForeignTables(client);
  const files = (await Array.fromAsync(listFiles(filesDirOf(dataDir)))).length;
  onWipe({ filled, sizeBytes, files });
}

/** Encrypts the secrets with the key of this installation, if the archive contains theirs. */
async function adoptSecrets(client: pg.Client, options: RestoreOptions, keyText: string | undefined) {
  const db = drizzle({ client });
  if (keyText !== undefined) {
    const from = secretKeyOf(keyText, 'The key in the archive');
    await reencrypt(db, { from, to: await loadKey(options) });
  }
  const { total, readable } = await countReadable(db, await findKey(options));
  return { total, unreadable: total - readable };
}

/** The original installation has sent these deliveries or will, so the copy would send them a second time. */
async function settleOutbox(
  client: pg.Client,
  { tables }: Manifest,
  { decideOutbox }: RestoreOptions,
): Promise<RestoreResult['outbox']> {
  // Archives of versions without an outbox contain none.
  if (!tables.some(({ name, rows }) => name === 'outbox' && rows > 0)) return { count: 0, choice: 'hold' };
  const db = drizzle({ client });
  const count = await countOpen(db);
  const choice = count > 0 && decideOutbox ? await decideOutbox(count) : 'hold';
  if (choice === 'hold') await holdOpen(db);
  if (choice === 'discard') await discardOpen(db);
  return { count, choice };
}

/** Replaces database and files by those of an archive. Nothing changes before the single commit at the end. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { url, file, dataDir, force, migrationsFolder: folder, signal } = options;
  const manifest = await verifyArchive(file, signal);
  const upTo = await refuseUnknownMigrations(manifest, folder);
  await findKey(options);
  const client = new pg.Client({ connectionString: url, application_name: 'stellwerk-restore' });
  client.on('error', () => {});
  await client.connect();
  const files = createFileRestore(filesDirOf(dataDir));
  let isDecided = false;
  try {
    await client.query(sessionSettings);
    await secureTarget(client, options);
    await migrateJobQueue(url);
    await client.query('begin');
    await lockMigrations(client);
    await wipe(client);
    await migrateInTransaction(client, { folder, upTo });
    await rebuildTables(client, manifest);
    const rules = await suspendRules(client, manifest);
    const keyText = await loadArchive({ client, file, manifest, files, signal });
    await verifyCounts(client, manifest);
    await resetSequences(client, manifest);
    await rules.resume();
    await migrateInTransaction(client, { folder });
    const outbox = await settleOutbox(client, manifest, options);
    const secrets = await adoptSecrets(client, options, keyText);
    await files.flush();
    // If the connection breaks during the commit, its outcome is unknown, so superfluous files are kept.
    isDecided = true;
    await client.query('commit');
    await files.replace({ removeOthers: force });
    await client.query('analyze');
    return { manifest, outbox, secrets };
  } catch (error) {
    if (!isDecided) await files.undo();
    throw error;
  } finally {
    await client.end();
  }
}
