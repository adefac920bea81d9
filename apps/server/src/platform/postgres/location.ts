import { randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readlink, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../instance/start-error.ts';
import { canEnter, type Identity } from './identity.ts';

/** The database user's folder for files that it cannot reach below DATA_DIR. */
export const sharedDir = '/var/lib/stellwerk';

const exists = (path: string) => stat(path).then(Boolean, () => false);

/** Creates a folder owned by the database user, into which `initdb` can write. */
async function makeFolder(folder: string, identity: Identity | undefined): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (identity) await chown(folder, identity.uid, identity.gid);
  return folder;
}

/**
 * Returns the folder that holds the database of a data folder. If root's data folder is not accessible to the database
 * user, the database is stored under /var/lib/stellwerk and `DATA_DIR/postgres` is a link to it.
 */
export async function databaseFolder(dataDir: string, identity: Identity | undefined): Promise<string> {
  const wanted = join(dataDir, 'postgres');
  const found = await lstat(wanted).catch(() => undefined);
  if (found?.isSymbolicLink()) {
    const target = await readlink(wanted);
    if (!(await exists(target)))
      throw new StartError(`The database folder ${target} is missing (linked from ${wanted})`);
    return target;
  }
  if (await canEnter(identity, dataDir)) return makeFolder(wanted, identity);
  await mkdir(sharedDir, { recursive: true, mode: 0o755 });
  await chmod(sharedDir, 0o755);
  const folder = await makeFolder(join(sharedDir, `data-${randomBytes(6).toString('hex')}`), identity);
  await symlink(folder, wanted);
  return folder;
}
