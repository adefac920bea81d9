import { access, constants, mkdir } from 'node:fs/promises';
import { StartError } from './start-error.ts';

/** Makes sure that the data folder is there and can be written. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    // Root hands the database to another user, who must be able to pass through.
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new StartError(`The data folder ${dataDir} can't be written (${reason}): set DATA_DIR to another one`);
  }
}
