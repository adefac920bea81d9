import { statfs } from 'node:fs/promises';

export interface DiskGuard {
  /** False below 5 % of free space: data of devices is refused before PostgreSQL fails on a full disk. */
  hasRoom(): boolean;
  freeRatio(): number;
  refresh(): Promise<void>;
  stop(): void;
}

interface DiskOptions {
  dir: string;
  minFreeRatio?: number;
  intervalMs?: number;
  /** Measures the free share of the file system; replaceable in tests. */
  measure?: (dir: string) => Promise<number>;
}

async function freeShare(dir: string): Promise<number> {
  const { bavail, blocks } = await statfs(dir);
  return blocks > 0 ? bavail / blocks : 1;
}

export async function createDiskGuard(options: DiskOptions): Promise<DiskGuard> {
  const { dir, minFreeRatio = 0.05, intervalMs = 10_000, measure = freeShare } = options;
  let ratio = 1;
  const refresh = async () => {
    // A folder that cannot be measured must not stop the intake.
    ratio = await measure(dir).catch(() => 1);
  };
  await refresh();
  const timer = setInterval(refresh, intervalMs).unref();
  return { hasRoom: () => ratio >= minFreeRatio, freeRatio: () => ratio, refresh, stop: () => clearInterval(timer) };
}
