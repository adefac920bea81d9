import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

export const filesDirOf = (dataDir: string) => join(dataDir, 'files');

/** Uploads that are still being written. */
const incoming = 'incoming';

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Whether a path in the archive stays inside its target folder. */
export const isSafePath = (path: string) =>
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\0\\]/.test(part));

/** Relative paths of the stored files in a stable order. */
export async function* listFiles(dir: string, folder = dir): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !(folder === dir && entry.name === incoming)) yield* listFiles(dir, path);
    else if (entry.isFile()) yield relative(dir, path).split(sep).join('/');
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    const handle = await open(path, 'r');
    for await (const chunk of handle.createReadStream()) hash.update(chunk);
    return hash.digest('hex');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function writeBeside(path: string, content: AsyncIterable<Buffer>): Promise<string> {
  const partial = `${path}.${randomBytes(4).toString('hex')}.restoring`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(partial, 'wx', 0o600);
  try {
    for await (const chunk of content) await handle.writeFile(chunk);
    await handle.sync();
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return partial;
}

export interface FileRestore {
  /** Writes a file to its place, or beside an older file with other content until `replace` is called. */
  write(file: { path: string; sha256: string; content: AsyncIterable<Buffer> }): Promise<void>;
  /** Syncs everything to disk; must be called before the database references the files. */
  flush(): Promise<void>;
  /** Called after the restore of the database: replaces older files, and deletes files that are not in the archive. */
  replace(options: { removeOthers: boolean }): Promise<void>;
  /** Called if the restore failed: removes the written files. */
  undo(): Promise<void>;
}

/**
 * Files have random names and never change, so they can be written before the database is replaced: if the program is
 * killed at any time, the files of the existing database are complete.
 */
export function createFileRestore(dir: string): FileRestore {
  const written = new Set<string>();
  const added: string[] = [];
  const waiting = new Map<string, string>();
  const folders = new Set<string>();

  function noteFolders(path: string): void {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      folders.add(folder);
      if (folder === dir || folder === dirname(folder)) return;
    }
  }

  async function flush(): Promise<void> {
    for (const folder of folders) await syncFolder(folder);
  }

  return {
    flush,

    async write({ path: name, sha256, content }) {
      const path = join(dir, ...name.split('/'));
      const partial = await writeBeside(path, content);
      written.add(name);
      noteFolders(path);
      const present = await hashOf(path);
      if (present === sha256) await rm(partial);
      else if (present !== undefined) waiting.set(partial, path);
      else {
        await rename(partial, path);
        added.push(path);
      }
    },

    async replace({ removeOthers }) {
      for (const [partial, path] of waiting) await rename(partial, path);
      if (removeOthers) {
        for await (const name of listFiles(dir)) if (!written.has(name)) await rm(join(dir, name), { force: true });
      }
      await flush();
    },

    async undo() {
      for (const path of [...waiting.keys(), ...added]) await rm(path, { force: true });
    },
  };
}
