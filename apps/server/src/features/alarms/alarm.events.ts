import type { AlarmNews } from '@stellwerk/contract/alarm';
import { idFromText } from '@stellwerk/contract/core/id';
import { satisfies } from '@stellwerk/contract/core/permission';
import { readsDevices } from '@stellwerk/contract/device';
import type { Database, Db } from '../../platform/db/db.ts';
import { createListenConnection, type ListenConnection } from '../../platform/db/listen-connection.ts';
import { defineTopic, type TopicKind } from '../../platform/live/define-topic.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Log } from '../../platform/log/log.ts';
import { decide } from '../../platform/policy/policy.ts';
import { accountScope, accountsAbove, alarmChannel, allAccountIds } from './alarm-changes.store.ts';

/** `alarms/{accountId}` notifies that alarms of the account or of accounts below it have changed, without their ids. */
export const alarmTopics = (db: Db): TopicKind[] => [
  defineTopic({
    pattern: 'alarms/{accountId}',
    async authorise(actor, params) {
      const id = idFromText(params.accountId);
      const scopePath = id === undefined ? undefined : await accountScope(db, id);
      if (scopePath === undefined) return false;
      return satisfies(readsDevices, (permission) => decide(actor.grants, permission, scopePath).allowed);
    },
  }),
];

interface AlarmNotifierDeps {
  database: Pick<Database, 'db' | 'url'>;
  live: Pick<Live, 'publish' | 'isHeard'>;
  log: Log;
  /** Changes within this time after a message are coalesced into one further message. */
  joinMs?: number;
}

interface AlarmNotifier {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Forwards notifications of any process to viewers of the account and of accounts above it. */
export function createAlarmNotifier({ database, live, log, joinMs = 300 }: AlarmNotifierDeps): AlarmNotifier {
  let waiting = new Map<number, number>();
  let isMissed = false;
  let pause: NodeJS.Timeout | undefined;
  let telling = Promise.resolve();
  let listenConnection: ListenConnection | undefined;

  const publish = (id: number, changed: number) => {
    const topic = `alarms/${id}`;
    const news: AlarmNews = { changed };
    if (live.isHeard(topic)) live.publish(topic, news);
  };

  async function tell(changes: ReadonlyMap<number, number>): Promise<void> {
    const above = await accountsAbove(database.db, [...changes.keys()]);
    const sums = new Map<number, number>();
    for (const [id, count] of changes) {
      for (const upper of above.get(id) ?? []) sums.set(upper, (sums.get(upper) ?? 0) + count);
    }
    for (const [id, count] of sums) publish(id, count);
  }

  /** Notifications are lost while the connection is down, so all accounts are notified afterwards. */
  async function notifyAll(): Promise<void> {
    for (const id of await allAccountIds(database.db)) publish(id, 0);
  }

  /** The first message is sent at once; later ones wait for the end of the pause. */
  function flush(): void {
    if (pause || (waiting.size === 0 && !isMissed)) return;
    const changes = waiting;
    const work = isMissed ? notifyAll() : tell(changes);
    waiting = new Map();
    isMissed = false;
    telling = work.catch((error: unknown) => log.warn({ err: error }, 'changes of alarms not told'));
    pause = setTimeout(() => {
      pause = undefined;
      void telling.then(flush);
    }, joinMs);
  }

  return {
    async start() {
      listenConnection = createListenConnection({
        url: database.url,
        name: 'stellwerk-alarms',
        log,
        channels: [alarmChannel],
        onNotify(_channel, payload) {
          const id = Number(payload);
          waiting.set(id, (waiting.get(id) ?? 0) + 1);
          flush();
        },
        onLost() {
          void listenConnection?.ready().then(() => {
            isMissed = true;
            flush();
          });
        },
      });
      await listenConnection.ready();
    },
    async stop() {
      await listenConnection?.stop();
      clearTimeout(pause);
      await telling;
    },
  };
}
