import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFolder = '/dev/shm';
/** A whole run has needed 0.7 GB so far, and its processes several times as much memory. */
const wantedFolderBytes = 4e9;
const wantedMemoryBytes = 8e9;

/** A missing browser is unpacked into the temporary folder, which must allow executables. */
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
 * Puts all temporary files of this process and its children into one folder, deleted at exit. In memory if there is
 * enough: each test file has its own database with a thousand files, which is slow on file systems such as ext4.
 */
export function gatherTemporary(): string {
  const folder = mkdtempSync(join(isPlentiful() ? memoryFolder : tmpdir(), 'stellwerk-test-'));
  // Same mode as /tmp, because the database runs as another user when root runs the tests.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  return folder;
}
