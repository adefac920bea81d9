import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import type { Log } from '../log/log.ts';
import { seal, unseal } from './cipher.ts';
import { generateKeyText, type SecretKey, secretKeyOf } from './key.ts';
import {
  dropNextKey,
  type KeySource,
  loadKey,
  nextKeyFileOf,
  promoteNextKey,
  readKeyFile,
  writeKeyFile,
} from './key-file.ts';
import { secrets } from './secret.table.ts';
import { createSecrets, type Secrets } from './secrets.ts';

const stored = (db: Db) =>
  db
    .select({ id: secrets.id, owner: secrets.owner, name: secrets.name, ciphertext: secrets.ciphertext })
    .from(secrets)
    .orderBy(secrets.id);

/** Counts the stored secrets, and how many of them the key can decrypt. */
export async function countReadable(db: Db, key: SecretKey | undefined): Promise<{ total: number; readable: number }> {
  const rows = await stored(db);
  const readable = key ? rows.filter((row) => unseal(key, row.ciphertext, row) !== undefined).length : 0;
  return { total: rows.length, readable };
}

export interface Reencrypted {
  changed: number;
  /** Number of secrets encrypted with neither key: they were unreadable before and still are. */
  unreadable: number;
}

/** Encrypts all secrets that `from` can read with `to`, in the caller's transaction; skips those `to` can read. */
export async function reencrypt(tx: Db, { from, to }: { from: SecretKey; to: SecretKey }): Promise<Reencrypted> {
  await tx.execute(sql`lock table ${secrets} in share row exclusive mode`);
  const rows = (await stored(tx)).filter((row) => unseal(to, row.ciphertext, row) === undefined);
  let changed = 0;
  for (const row of rows) {
    const value = unseal(from, row.ciphertext, row);
    if (value === undefined) continue;
    await tx.execute(sql`update ${secrets} set ciphertext = ${seal(to, value, row)} where id = ${row.id}`);
    changed += 1;
  }
  return { changed, unreadable: rows.length - changed };
}

/** Gives the data folder a new key. Both the old and the new key stay on disk until the old one is no longer needed. */
export async function rotateKeyFile(db: Db, dataDir: string): Promise<Reencrypted> {
  await settleRotation(db, dataDir);
  const from = await loadKey({ dataDir, secretKey: undefined });
  const text = generateKeyText();
  await writeKeyFile(nextKeyFileOf(dataDir), text);
  const to = secretKeyOf(text, 'The new key');
  const result = await db.transaction((tx) => reencrypt(tx, { from, to }));
  await promoteNextKey(dataDir);
  return result;
}

/** Completes an interrupted rotation: the key that can read the stored secrets is kept. */
async function settleRotation(db: Db, dataDir: string): Promise<void> {
  const text = await readKeyFile(nextKeyFileOf(dataDir));
  if (text === undefined) return;
  const next = await countReadable(db, secretKeyOf(text, `The key in ${nextKeyFileOf(dataDir)}`));
  if (next.readable > 0) return promoteNextKey(dataDir);
  const current = await countReadable(db, await loadKey({ dataDir, secretKey: undefined }));
  // If neither key can read anything, this may be the wrong database, so both keys are kept.
  if (current.readable > 0 || current.total === 0) await dropNextKey(dataDir);
}

/** Opens the secrets at the start of a program. */
export async function openSecrets({ db, log, ...source }: KeySource & { db: Db; log: Log }): Promise<Secrets> {
  if (source.secretKey === undefined) await settleRotation(db, source.dataDir);
  const key = await loadKey(source);
  const { total, readable } = await countReadable(db, key);
  if (readable < total) {
    const lost = total - readable;
    log.warn({ lost, keyId: key.id }, 'stored secrets were encrypted with another key and cannot be read');
  }
  return createSecrets({ key });
}
