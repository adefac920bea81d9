import type { AppliedWork, PipelineFlows } from '../../../ingest/apply/ports.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, Db } from '../../../platform/db/db.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Deliver, Discard } from '../../../platform/outbox/deliver.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import type { Connectors } from '../../connectors/index.ts';
import { readTwinAccounts } from '../events/meta.store.ts';
import { createAlarmQueue } from './alarm-queue.ts';
import { createFlowDelivery } from './delivery.service.ts';
import { createFlowCache } from './flow-cache.ts';
import { createMetaCache, databaseMetas } from './meta-cache.ts';
import { flowKind, shadowKind } from './queue.ts';
import { createRecorder } from './recorder.ts';
import { createRunnableSource } from './runnable-source.ts';
import { createShadowDelivery } from './shadow.service.ts';
import { createTriggers } from './triggers.ts';
import { createUsage } from './usage.ts';

export interface FlowEngineOptions {
  database: Database;
  sandbox: Pick<Sandbox, 'runBatch'>;
  connectors: Pick<Connectors, 'send'>;
  clock: Clock;
  log: Log;
}

/** Everything that happens in flows without a user. */
export function createFlowEngine(options: FlowEngineOptions) {
  const { database, clock } = options;
  const { db } = database;
  const usage = createUsage({ ...options, db });
  const recorder = createRecorder({ ...options, db });
  const source = createRunnableSource(options);
  const cache = createFlowCache();
  const metas = createMetaCache(options);
  const alarms = createAlarmQueue({ ...options, usage });

  /** The directory of the pipeline reads changes of the configuration before it applies further packets. */
  const pipeline: PipelineFlows = {
    flowCache: {
      load: (tx) => cache.refresh(tx),
      async reload(tx, { twinIds, accountIds }) {
        if (accountIds.length > 0) metas.clear();
        else metas.forget(twinIds);
        // Twin 0: flows or connectors have changed.
        if (accountIds.length > 0 || twinIds.includes(0)) await cache.refresh(tx);
      },
    },
    triggers: createTriggers({ flows: cache, metas, clock, usage }),
  };

  /** Values that don't come from the pipeline, such as manual ones: everything is read in their transaction. */
  const occasional = createFlowCache();
  const follower = createTriggers({ flows: occasional, metas: databaseMetas, clock, usage });
  async function follow(tx: Db, { applied }: AppliedWork): Promise<void> {
    const accounts = await readTwinAccounts(tx, [...new Set(applied.map(({ twinId }) => twinId))]);
    await occasional.refresh(tx, [...new Set(accounts.values())]);
    await follower.after(tx, applied);
  }

  const deliverers: Record<string, Deliver> = {
    [flowKind]: createFlowDelivery({ ...options, db, source, recorder }),
    [shadowKind]: createShadowDelivery({ db, source, recorder, clock }),
  };
  // Nothing outside of the queue records its events.
  const forget: Discard = async () => () => {};

  return {
    ...{ pipeline, follow, deliverers, usage, recorder, alarms },
    discarders: { [flowKind]: forget, [shadowKind]: forget },
    start() {
      usage.start();
      alarms.start();
    },
    async stop() {
      await alarms.stop();
      await usage.stop();
      await recorder.flush();
    },
  };
}
