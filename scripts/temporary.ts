import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFolder = '/dev/shm';
/** A whole run has needed 0.7 GB of it so far, and several times that for its processes. */
const wantedFolderBytes = 4e9;
const wantedMemoryBytes = 8e9;

/** Where there is no browser yet, one is unpacked among what is temporary. */
const mayHoldPrograms = () => !/ \/dev\/shm \S+ \S*\bnoexec\b/.test(readFileSync('/proc/self/mounts', 'utf8'));

function isPlentiful(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    const hasRoom = bavail * bsize >= wantedFolderBytes && process.availableMemory() >= wantedMemoryBytes;
    return hasRoom && mayHoldPrograms();
  } catch {
    return false;
  }
}

/**
 * Everything temporary of this process and its children lies in one folder from now on, and goes when it ends. In memory
 * where there is plenty: each file of tests has a database of its own, more than a thousand files that are made and
 * removed, and a file system such as ext4 takes long to find places for new ones among those that were just removed.
 */
export function gatherTemporary(): string {
  const folder = mkdtempSync(join(isPlentiful() ? memoryFolder : tmpdir(), 'stellwerk-test-'));
  // As the folder that it stands for: the database has a user of its own where root runs it.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  return folder;
}
