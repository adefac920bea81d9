import { bytesOfPayload } from '@stellwerk/contract/payload-encoding';
import { ConnectorProblem, type JsonValue } from '@stellwerk/plugin/connector-server';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, fail } from '../../../platform/errors/app-error.ts';
import type { Live } from '../../../platform/live/live.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Deliver, DeliveryResult, Discard } from '../../../platform/outbox/deliver.ts';
import type { QueuedEntry } from '../../../platform/outbox/outbox.store.ts';
import type { OutboxFailure } from '../../../platform/outbox/outbox.table.ts';
import { publishDownlink } from '../device.events.ts';
import type { DeviceConnectors } from '../ports.ts';
import { failPending, findPending, type PendingDownlink, setDownlinkState } from './downlink.store.ts';

/** A command that arrives much later may do harm, so it is not sent after this time. */
const giveUpAfterMs = 900_000;

const payload = z.object({ id: z.int() });

interface DeliveryDeps {
  db: Db;
  connectors: Pick<DeviceConnectors, 'sendDownlink'>;
  live: Pick<Live, 'publish'>;
  clock: Clock;
  log: Log;
}

/** The public part of the reason why a downlink was not sent. */
function failureOf(error: unknown): OutboxFailure {
  if (error instanceof ConnectorProblem) return error.reason;
  if (error instanceof AppError) return { code: error.code, params: error.params };
  const reason = error instanceof Error ? error.message : String(error);
  return { code: 'BRIDGE_CONNECTION_FAILED', params: { reason: reason.slice(0, 300) } };
}

/** Whether a retry would fail for the same reason. */
const isFinal = ({ code }: OutboxFailure) => code.startsWith('VDEVICE_');

/** Passes downlinks to their connectors, at least once: after a crash, an unfinished one is sent again. */
export function createDownlinkDelivery({ db, connectors, live, clock, log }: DeliveryDeps): Deliver {
  async function settle(
    downlink: PendingDownlink,
    state: 'pending' | 'sent' | 'confirmed' | 'failed',
    failure?: OutboxFailure,
  ) {
    const now = clock.now();
    await setDownlinkState(db, downlink.id, { state, now, ...(failure ? { failure } : {}) });
    publishDownlink(live, downlink.twinId, { id: downlink.id, state, changedAt: now.toISOString() });
  }

  async function send(downlink: PendingDownlink): Promise<'sent' | 'confirmed'> {
    const { connectorId, externalId, twinId, port, confirmed, gatewayIds, connectorData } = downlink;
    const { encoding } = downlink;
    const bytes = bytesOfPayload(downlink.payload, encoding);
    if (typeof bytes === 'string') return fail('VDEVICE_DOWNLINK_PAYLOAD', { encoding });
    // The column contains parsed JSON, but its type is wider.
    const data = connectorData as JsonValue;
    const what = { twinId, port, payload: Buffer.from(bytes), confirmed, gatewayIds, connectorData: data };
    return connectors.sendDownlink(connectorId, { deviceId: externalId, ...what });
  }

  async function deliver(entry: QueuedEntry, downlink: PendingDownlink): Promise<DeliveryResult> {
    try {
      await settle(downlink, await send(downlink));
      return 'delivered';
    } catch (error) {
      const failure = failureOf(error);
      log.info({ err: error, downlinkId: downlink.id }, 'a downlink was not sent');
      const isLate = clock.now().getTime() - entry.createdAt.getTime() > giveUpAfterMs;
      if (isLate || isFinal(failure)) {
        await settle(downlink, 'failed', failure);
        return { reject: failure };
      }
      // Users see the reason until the next attempt.
      await settle(downlink, 'pending', failure);
      return { retry: failure };
    }
  }

  return async (batch, { signal }) => {
    const ids = batch.map((entry) => payload.parse(entry.payload).id);
    const pending = new Map((await findPending(db, ids)).map((downlink) => [downlink.id, downlink]));
    const results: DeliveryResult[] = [];
    const stuck = new Map<string, DeliveryResult>();
    for (const [index, entry] of batch.entries()) {
      signal.throwIfAborted();
      const downlink = pending.get(ids[index] ?? 0);
      const before = stuck.get(entry.key);
      // Without a row, the device has been deleted. A downlink that waits blocks the later ones of its device.
      const result = downlink ? (before ?? (await deliver(entry, downlink))) : 'delivered';
      if (result !== 'delivered' && 'retry' in result) stuck.set(entry.key, result);
      results.push(result);
    }
    return results;
  };
}

/** Fails downlinks whose delivery was discarded. */
export const createDownlinkDiscard =
  ({ live, clock }: Pick<DeliveryDeps, 'live' | 'clock'>): Discard =>
  async (db, payloads, failure) => {
    const now = clock.now();
    const ids = payloads.map((each) => payload.parse(each).id);
    const failed = await failPending(db, ids, { failure, now });
    return () => {
      for (const { id, twinId } of failed) {
        publishDownlink(live, twinId, { id, state: 'failed', changedAt: now.toISOString() });
      }
    };
  };
