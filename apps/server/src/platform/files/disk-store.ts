import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail } from '../errors/app-error.ts';
import { type FileStore, isFileKey } from './file-store.ts';

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** A new file name is durable only after its folder has been synced. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeDurably(path: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of source) await handle.writeFile(chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Stores files in folders named by the first characters of the key, so that no folder grows too large to list. */
export function createDiskStore({ dir }: { dir: string }): FileStore {
  const incoming = join(dir, 'incoming');

  function pathOf(key: string): string {
    if (!isFileKey(key)) return fail('FILE_NOT_FOUND');
    return join(dir, key.slice(0, 2), key.slice(2, 4), key);
  }

  return {
    async write(key, source) {
      const path = pathOf(key);
      const partial = join(incoming, `${key}.part`);
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      try {
        await writeDurably(partial, source);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(partial, path);
        for (const folder of [dirname(path), dirname(dirname(path)), dir]) await syncFolder(folder);
      } catch (error) {
        await rm(partial, { force: true });
        await rm(path, { force: true });
        throw error;
      }
    },

    async read(key) {
      try {
        const handle = await open(pathOf(key), 'r');
        const { size } = await handle.stat();
        return { stream: handle.createReadStream(), sizeBytes: size };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    async removeAbandoned(before) {
      const names = await readdir(incoming).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      let removed = 0;
      for (const name of names) {
        const path = join(incoming, name);
        const found = await stat(path).catch(() => undefined);
        if (!found || found.mtime >= before) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}
