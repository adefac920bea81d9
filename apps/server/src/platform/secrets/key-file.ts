import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generateKeyText, type SecretKey, secretKeyOf } from './key.ts';

export interface KeySource {
  dataDir: string;
  /** `SECRET_KEY`: takes precedence over the file. The content of the file as its value gives the same key. */
  secretKey: string | undefined;
}

/** `secret.key` holds the key in use; `secret.key.next` exists while a key rotation is in progress. */
export const keyFileOf = (dataDir: string) => join(dataDir, 'secret.key');
export const nextKeyFileOf = (dataDir: string) => join(dataDir, 'secret.key.next');

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

async function writeBeside(file: string, text: string): Promise<string> {
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`;
  const handle = await open(partial, 'wx', 0o600);
  try {
    await handle.writeFile(`${text}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return partial;
}

/** Writes a key to disk durably before anything is encrypted with it. Replaces an older file of that name. */
export async function writeKeyFile(file: string, text: string): Promise<void> {
  await rename(await writeBeside(file, text), file);
  await syncFolder(dirname(file));
}

/** Makes the next key the key in use. */
export async function promoteNextKey(dataDir: string): Promise<void> {
  await rename(nextKeyFileOf(dataDir), keyFileOf(dataDir));
  await syncFolder(dataDir);
}

export const dropNextKey = (dataDir: string): Promise<void> => rm(nextKeyFileOf(dataDir), { force: true });

/** The text of a key file, or undefined if there is none. */
export async function readKeyFile(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A file created concurrently wins, so that two programs never use two different keys. */
async function createKeyFile(file: string): Promise<void> {
  const partial = await writeBeside(file, generateKeyText());
  try {
    await link(partial, file);
    await syncFolder(dirname(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(partial);
  }
}

/** Reads the key's text without creating a key. */
export async function findKeyText({ dataDir, secretKey }: KeySource): Promise<string | undefined> {
  return secretKey ?? (await readKeyFile(keyFileOf(dataDir)));
}

export async function findKey(source: KeySource): Promise<SecretKey | undefined> {
  const text = await findKeyText(source);
  return text === undefined
    ? undefined
    : secretKeyOf(text, source.secretKey === undefined ? `The key in ${keyFileOf(source.dataDir)}` : 'SECRET_KEY');
}

/** Loads the key; the first call generates it in the data folder. */
export async function loadKey(source: KeySource): Promise<SecretKey> {
  const found = await findKey(source);
  if (found) return found;
  await createKeyFile(keyFileOf(source.dataDir));
  return loadKey(source);
}
