import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/db/db.ts';
import { createListenConnection, type ListenConnection } from '../../../platform/db/listen-connection.ts';
import type { Log } from '../../../platform/log/log.ts';
import { putOutbox } from '../../../platform/outbox/outbox.store.ts';
import { readAlarmEvents } from '../events/alarm-event.store.ts';
import { takeAlarmNews } from './alarm-queue.store.ts';
import { createFlowCache } from './flow-cache.ts';
import { entriesOf } from './queue.ts';
import type { Usage } from './usage.ts';

const channel = 'stellwerk_flow_alarms';
const batchSize = 500;

interface AlarmQueueDeps {
  database: Database;
  clock: Clock;
  log: Log;
  usage: Pick<Usage, 'admit'>;
  pollMs?: number;
}

/** Turns changes of the alarm log, which a trigger of the database queues, into events of flows. */
export function createAlarmQueue({ database, clock, log, usage, pollMs = 10_000 }: AlarmQueueDeps) {
  const { db } = database;
  const flows = createFlowCache();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let listener: ListenConnection | undefined;

  /** One process at a time, so that the changes of an alarm stay in order. Returns whether there may be more. */
  const drainOnce = () =>
    db.transaction(async (tx) => {
      const news = await takeAlarmNews(tx, batchSize);
      if (news.length === 0) return false;
      await flows.refresh(tx, [...new Set(news.map(({ accountId }) => accountId))]);
      const nowMs = clock.now().getTime();
      const entries = (await readAlarmEvents(tx, news)).flatMap(({ alarmId, accountId, event }) => {
        const found = flows.indexOf(accountId)?.find('alarm', event, nowMs) ?? [];
        const own = entriesOf(found, `alarm/${alarmId}`, event);
        return usage.admit(accountId, own) ? own : [];
      });
      await putOutbox(tx, entries);
      return news.length === batchSize;
    });

  function drain(): Promise<void> {
    again = true;
    working ??= (async () => {
      while (again && !stopped) {
        again = false;
        again = (await drainOnce()) || again;
      }
    })()
      .catch((error: unknown) => log.warn({ err: error }, 'alarms not passed to flows'))
      .finally(() => {
        working = undefined;
      });
    return working;
  }

  return {
    drain,
    start() {
      listener = createListenConnection({
        url: database.url,
        name: 'stellwerk-flow-alarms',
        log,
        channels: [channel],
        onNotify: () => void drain(),
        onLost() {},
      });
      timer = setInterval(() => void drain(), pollMs);
      timer.unref();
      void drain();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await working;
      await listener?.stop();
    },
  };
}
