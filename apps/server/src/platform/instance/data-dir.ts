import { access, constants, mkdir } from 'node:fs/promises';
import { StartError } from './start-error.ts';

/** Ensures that the data folder exists and is writable. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    // Root runs the database as another user, who must be able to enter the folder.
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new StartError(`The data folder ${dataDir} can't be written (${reason}): set DATA_DIR to another one`);
  }
}
