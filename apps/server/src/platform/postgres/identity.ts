import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The OS user that PostgreSQL runs as, because it refuses to run as root. */
export interface Identity {
  uid: number;
  gid: number;
}

/** Ordinary users run PostgreSQL themselves; root runs it as `stellwerk` if that user exists, else as `nobody`. */
export async function databaseIdentity(): Promise<Identity | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const user = ['stellwerk', 'nobody'].map((name) => users.find((fields) => fields[0] === name)).find(Boolean);
  if (!user) throw new Error('Running as root needs an unprivileged OS user named stellwerk or nobody');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** Checks whether the identity can enter this folder, which requires access to every folder above it. */
export async function canEnter(identity: Identity | undefined, folder: string): Promise<boolean> {
  if (!identity) return true;
  const { mode, uid, gid } = await stat(folder);
  const bit = uid === identity.uid ? 0o100 : gid === identity.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || canEnter(identity, parent);
}
