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

/** A command that arrives much later may do harm: it is then given up rather than sent. */
const giveUpAfterMs = 900_000;

const payload = z.object({ id: z.int() });

interface DeliveryDeps {
  db: Db;
  connectors: Pick<DeviceConnectors, 'sendDownlink'>;
  live: Pick<Live, 'publish'>;
  clock: Clock;
  log: Log;
}

/** Why it was not sent, as far as it may be told. */
function failureOf(error: unknown): OutboxFailure {
  if (error instanceof ConnectorProblem) return error.reason;
  if (error instanceof AppError) return { code: error.code, params: error.params };
  const reason = error instanceof Error ? error.message : String(error);
  return { code: 'BRIDGE_CONNECTION_FAILED', params: { reason: reason.slice(0, 300) } };
}

/** What no later attempt would change. */
const isFinal = ({ code }: OutboxFailure) => code.startsWith('VDEVICE_');

/** Hands downlinks to their connectors. One that the process dies over is sent again: at least once. */
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
    // The column holds what was parsed as JSON; its type alone can't say so.
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
      // The reason is shown while it waits for its next turn.
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
      // Without a row the device is gone; behind one that waits, the later ones of the device wait as well.
      const result = downlink ? (before ?? (await deliver(entry, downlink))) : 'delivered';
      if (result !== 'delivered' && 'retry' in result) stuck.set(entry.key, result);
      results.push(result);
    }
    return results;
  };
}

/** Ends downlinks whose delivery was discarded. */
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
