import type { JsonValue } from '@stellwerk/plugin/connector-server';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Deliver, DeliveryResult, Discard } from '../../platform/outbox/deliver.ts';
import type { OutboxEntry, QueuedEntry } from '../../platform/outbox/outbox.store.ts';
import { type Connectors, deliveryFailureOf } from '../connectors/index.ts';
import type { RunMail } from './alarm-report.table.ts';
import { findRun, writeOutcome } from './report-run.store.ts';

const kind = 'alarm-report';
const queued = z.object({ runId: z.int(), index: z.int() });

interface Delivery {
  reportId: number;
  runId: number;
  /** Of the action. */
  index: number;
  connectorId: number;
}

/** A connector that is down delays only its own mails. */
export const reportDelivery = ({ reportId, runId, index, connectorId }: Delivery): OutboxEntry => ({
  target: `connector/${connectorId}`,
  key: `alarm-report/${reportId}`,
  kind,
  payload: { runId, index },
});

/** The command of a mail connector. */
export const mailCommand = (to: string[], { tables, ...texts }: RunMail): JsonValue => ({
  ...{ to, ...texts },
  tables: tables.map(({ title, columns, rows, note }) => ({
    ...{ title, columns: [...columns], ...(note === undefined ? {} : { note }) },
    rows: rows.map((row) => row.map(({ text, link }) => ({ text, ...(link === undefined ? {} : { link }) }))),
  })),
});

interface DeliveryOptions {
  db: Db;
  connectors: Pick<Connectors, 'send'>;
  clock: Clock;
  log: Log;
  giveUpAfterMs?: number;
}

/** At least once: a crash between the delivery and its record delivers again. */
export function createReportDeliveries({ db, connectors, clock, log, giveUpAfterMs = 86_400_000 }: DeliveryOptions) {
  async function deliverOne(entry: QueuedEntry, signal: AbortSignal): Promise<DeliveryResult> {
    const { runId, index } = queued.parse(entry.payload);
    const run = await findRun(db, runId);
    const action = run?.actions[index];
    // The report was deleted in the meantime.
    if (!run?.mail || !action) return 'delivered';
    try {
      await connectors.send(action.connectorId, mailCommand(action.to, run.mail));
      await writeOutcome(db, runId, index, { state: 'sent', failure: null });
      return 'delivered';
    } catch (error) {
      signal.throwIfAborted();
      const { reason, isFinal, afterMs } = deliveryFailureOf(error);
      const isOver = isFinal || clock.now().getTime() - entry.createdAt.getTime() > giveUpAfterMs;
      log.info({ err: error, runId, code: reason.code }, 'an alarm report was not delivered');
      await writeOutcome(db, runId, index, { state: isOver ? 'failed' : 'queued', failure: reason });
      if (isOver) return { reject: reason };
      return { retry: reason, ...(afterMs === undefined ? {} : { afterMs }) };
    }
  }

  const deliver: Deliver = async (entries, { signal }) => {
    const results: DeliveryResult[] = [];
    for (const entry of entries) {
      signal.throwIfAborted();
      results.push(await deliverOne(entry, signal));
    }
    return results;
  };

  const discard: Discard = async (tx, payloads, failure) => {
    for (const payload of payloads) {
      const { runId, index } = queued.parse(payload);
      await writeOutcome(tx, runId, index, { state: 'failed', failure });
    }
    return () => {};
  };

  return { deliverers: { [kind]: deliver }, discarders: { [kind]: discard } };
}
