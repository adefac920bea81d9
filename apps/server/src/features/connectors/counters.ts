import type { Refusal } from '@stellwerk/plugin/connector-server';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ConnectorPacketsPort } from './ports.ts';
import { addCounts, type Counted } from './status.store.ts';

/** Refused messages of one connector that wait to be written; the newest ones are enough. */
const keptRefusals = 100;

interface CountersOptions {
  db: Db;
  clock: Clock;
  log: Log;
  packets: ConnectorPacketsPort;
  everyMs?: number;
}

export type Counters = ReturnType<typeof createCounters>;

/** Counts in memory and writes once in a while: no packet costs a statement of its own. */
export function createCounters({ db, clock, log, packets, everyMs = 1_000 }: CountersOptions) {
  let counts = new Map<number, Counted>();
  let refusals = new Map<number, Refusal[]>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const [counted, refused] = [[...counts.values()], refusals];
    counts = new Map();
    refusals = new Map();
    try {
      await addCounts(db, counted);
      for (const [connectorId, list] of refused) {
        await packets.recordRefusals(db, connectorId, list, clock.now().getTime());
      }
    } catch (error) {
      // The packets themselves are safe; a figure that is a little low is better than memory that grows.
      log.warn({ err: error }, 'counters of connectors not written');
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  return {
    note(connectorId: number, accepted: number, refused: readonly Refusal[]): void {
      const counted = counts.get(connectorId) ?? { connectorId, accepted: 0, rejected: 0, lastPacketAt: null };
      counted.accepted += accepted;
      counted.rejected += refused.length;
      counted.lastPacketAt = clock.now();
      counts.set(connectorId, counted);
      if (refused.length > 0) {
        const waiting = [...(refusals.get(connectorId) ?? []), ...refused.slice(-keptRefusals)];
        refusals.set(connectorId, waiting.slice(-keptRefusals));
      }
      timer ??= setTimeout(() => void flush(), everyMs);
    },
    flush,
  };
}
