import { removePackets } from '../../ingest/log/removal.store.ts';
import type { Database } from '../../platform/db/db.ts';
import type { Files } from '../../platform/files/files.ts';
import type { History } from '../../platform/history/history.ts';
import { mergeDifferences } from '../twin-map/index.ts';
import { findBranch, findWorld } from './demo.store.ts';
import { findRemains, removeAccounts, removeHandoff, unusedFiles } from './removal.store.ts';

interface RemovalDeps {
  database: Pick<Database, 'db'>;
  history: Pick<History, 'dropBefore'>;
  files: Pick<Files, 'remove'>;
}

interface RemovalOptions {
  signal: AbortSignal;
  onProgress?(done: number, total: number): void;
}

const dayMs = 86_400_000;
const seriesAtOnce = 500;

/** Deletes the demo world with packets, history and files. Can be repeated. Returns false if there is none. */
export async function removeWorld(
  { database: { db }, history, files }: RemovalDeps,
  { signal, onProgress = () => {} }: RemovalOptions,
): Promise<boolean> {
  const world = await findWorld(db);
  if (!world) return false;
  const branch = await findBranch(db, world.accountId);
  const remains = await findRemains(db, branch);
  const { series, connectorIds } = remains;
  const total = Math.ceil(series.length / seriesAtOnce) + 2;
  onProgress(0, total);
  const clearPackets = async () => {
    await removeHandoff(db, connectorIds);
    for (const connectorId of connectorIds) await removePackets(db, { connectorId }, signal);
  };
  await clearPackets();
  onProgress(1, total);
  // History is deleted by whole days, so the limit is after tomorrow to include today.
  const before = Date.now() + 2 * dayMs;
  for (let start = 0; start < series.length; start += seriesAtOnce) {
    signal.throwIfAborted();
    await history.dropBefore(series.slice(start, start + seriesAtOnce), before);
    onProgress(2 + start / seriesAtOnce, total);
  }
  await db.transaction((tx) => removeAccounts(tx, branch, remains));
  // Merges pending counts of the map now, so that none of the deleted twins remains in them.
  while (await mergeDifferences(db)) signal.throwIfAborted();
  // Packets that were still in the queue have been dropped by now.
  await clearPackets();
  for (const key of await unusedFiles(db, remains.fileKeys)) await files.remove(key);
  onProgress(total, total);
  return true;
}
