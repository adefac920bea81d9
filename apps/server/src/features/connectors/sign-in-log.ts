import type { Db } from '../../platform/db/db.ts';
import type { Log } from '../../platform/log/log.ts';
import { addRefusedSignIns, type RefusedSignIns } from './status.store.ts';

interface SignInLogOptions {
  db: Db;
  log: Log;
  everyMs?: number;
}

/**
 * Counts refused sign-ins in memory and writes them periodically, one entry per connector and reason, so that a flood
 * costs neither statements nor space.
 */
export function createSignInLog({ db, log, everyMs = 5_000 }: SignInLogOptions) {
  let refused = new Map<string, RefusedSignIns>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const list = [...refused.values()];
    refused = new Map();
    for (const each of list) {
      await addRefusedSignIns(db, each).catch((error: unknown) =>
        log.warn({ err: error, connectorId: each.connectorId }, 'refused sign-ins not written'),
      );
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  return {
    note({ connectorId, code, address }: Omit<RefusedSignIns, 'count'>): void {
      const key = `${connectorId} ${code}`;
      const { count = 0 } = refused.get(key) ?? {};
      refused.set(key, { connectorId, code, address, count: count + 1 });
      timer ??= setTimeout(() => void flush(), everyMs);
    },
    flush,
  };
}
