import type { Refusal } from '@stellwerk/plugin/connector-server';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ConnectorPacketsPort, DroppedMessage } from './ports.ts';
import { addCounts, type Counted } from './status.store.ts';
import { createUnknownBuffer } from './unknown-buffer.ts';

/** Number of refused messages per connector that wait to be written; older ones are dropped. */
const keptRefusals = 100;

interface Noted {
  accepted: number;
  refused: readonly Refusal[];
  dropped: readonly DroppedMessage[];
}

const nothing = { accepted: 0, rejected: 0, dropped: 0, lastPacketAt: null };

interface CountersOptions {
  db: Db;
  clock: Clock;
  log: Log;
  packets: ConnectorPacketsPort;
  everyMs?: number;
}

export type Counters = ReturnType<typeof createCounters>;

/** Counts in memory and writes periodically, so that a packet needs no statement of its own. */
export function createCounters({ db, clock, log, packets, everyMs = 1_000 }: CountersOptions) {
  let counts = new Map<number, Counted>();
  let refusals = new Map<number, Refusal[]>();
  const unknown = createUnknownBuffer();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  /** Writes each connector separately, so that a message that can't be stored affects no other connector. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // The packets are stored already. Dropped counts are better than memory that grows while the database is down.
      log.warn({ err: error }, 'counters of connectors not written');
    }
  }

  async function write(): Promise<void> {
    const [counted, refused] = [[...counts.values()], refusals];
    counts = new Map();
    refusals = new Map();
    const unknownIds = unknown.take();
    await attempt(() => addCounts(db, counted));
    for (const [connectorId, list] of refused) {
      await attempt(() => packets.recordRefusals(db, connectorId, list, clock.now().getTime()));
    }
    for (const [connectorId, list] of unknownIds) {
      await attempt(() => packets.recordUnknown(db, connectorId, list));
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  return {
    note(connectorId: number, { accepted, refused, dropped }: Noted): void {
      const counted = counts.get(connectorId) ?? { connectorId, ...nothing };
      counted.accepted += accepted;
      counted.rejected += refused.length;
      counted.dropped += dropped.length;
      unknown.add(connectorId, dropped);
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
