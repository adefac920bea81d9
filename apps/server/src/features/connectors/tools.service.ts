import type {
  commandConnector,
  listDeliveries,
  testMutator,
  trafficOutcomes,
  validateConnector,
} from '@stellwerk/contract/connector';
import type { RouteInput } from '@stellwerk/contract/core/route';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import { AppError, fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import { defaultLimits } from '../../platform/sandbox/script.ts';
import { deviceTitles, findConnector } from './connector.store.ts';
import type { Kind } from './connector-mapper.ts';
import { readDeliveries } from './delivery.service.ts';
import type { DeliveryLog } from './delivery-log.ts';
import { reasonOf, renderReason } from './failure-reason.ts';
import { masked } from './mask-secrets.ts';
import { conversionOf, convert, mutatedOf, scriptOf, tryMutator } from './mutator.ts';
import type { ConnectorPacketsPort } from './ports.ts';
import type { Calls } from './process-calls.ts';
import { unpack } from './receiver.ts';
import type { Settings } from './settings.service.ts';
import { findLogs } from './status.store.ts';

interface ToolsOptions {
  kinds: ReadonlyMap<string, Kind>;
  settings: Settings;
  sandbox: Sandbox;
  clock: Clock;
  packets: ConnectorPacketsPort;
  calls: Pick<Calls, 'call'>;
  deliveryLog: DeliveryLog;
}

export type ConnectorTools = ReturnType<typeof createConnectorTools>;

const { timeoutMs: liveLimitMs } = defaultLimits;

/** Tools to set up a connector and to watch its traffic. */
export function createConnectorTools({ kinds, settings, sandbox, clock, packets, calls, deliveryLog }: ToolsOptions) {
  /** The reason why these settings can't work; null if they do. */
  async function problemOf(ctx: Ctx, body: RouteInput<typeof validateConnector>['body']) {
    const { id, type, options, secrets } = body;
    const kind = kinds.get(type) ?? fail('BRIDGE_TYPE_UNKNOWN', { type });
    if (id !== undefined && (await findConnector(ctx.db, id))?.type !== type) fail('BRIDGE_NOT_FOUND');
    try {
      const parsed = settings.parseOptions(kind.manifest, options);
      const known = id === undefined ? {} : await settings.readSecrets(ctx.db, id);
      const plan = settings.planSecrets(kind.manifest, { known, given: secrets, generate: [] });
      return await settings.tryConnection(kind, parsed, plan.values);
    } catch (error) {
      if (error instanceof AppError && error.class === 'user') return reasonOf(error);
      throw error;
    }
  }

  return {
    async validate(ctx: Ctx, body: RouteInput<typeof validateConnector>['body']) {
      const problem = await problemOf(ctx, body);
      return { isValid: problem === null, problem: problem && renderReason(problem, ctx.language) };
    },

    async testMutator(ctx: Ctx, { mutator, message }: RouteInput<typeof testMutator>['body']) {
      const script = scriptOf(mutator);
      const { accountId } = ctx.actor;
      if (!script) {
        const call = { nowMs: clock.now().getTime(), accountId };
        const { messages, refused } = unpack(await convert(sandbox, conversionOf(mutator), [message], call));
        const shown = refused.map(({ index, reason }) => ({ index, ...renderReason(reason, ctx.language) }));
        return { messages, refused: shown, problem: null, logs: [], durationMs: 0, liveLimitMs };
      }
      const result = await tryMutator(sandbox, script, message, { nowMs: clock.now().getTime(), accountId });
      const mutated = mutatedOf(result);
      const line = result.ok ? null : (result.line ?? null);
      return {
        messages: mutated.ok ? mutated.messages : [],
        refused: [],
        problem: mutated.ok ? null : { ...renderReason(mutated.reason, ctx.language), line },
        logs: result.logs.map(({ level, text }) => (level === 'log' ? text : `${level}: ${text}`)),
        durationMs: result.durationMs,
        liveLimitMs,
      };
    },

    async command(ctx: Ctx, id: number, { command }: RouteInput<typeof commandConnector>['body']) {
      const row = (await findConnector(ctx.db, id)) ?? fail('BRIDGE_NOT_FOUND');
      if (!kinds.get(row.type)?.manifest.capabilities.deliveries) fail('BRIDGE_NO_COMMANDS');
      const sent = { connectorId: id, source: 'call', command } as const;
      const result = await calls.call(id, { does: 'send', command }).catch((error: unknown) => {
        const reason = reasonOf(error);
        deliveryLog.note({ ...sent, answer: null, reason });
        const { message } = renderReason(reason, ctx.language);
        return fail('BRIDGE_CONNECTION_FAILED', { reason: message }, { cause: error });
      });
      // The result is JSON, because the connector may run in another process.
      const answer = z.json().parse(result ?? null);
      deliveryLog.note({ ...sent, answer, reason: null });
      return { result: answer };
    },

    async deliveries(ctx: Ctx, id: number, query: RouteInput<typeof listDeliveries>['query']) {
      await deliveryLog.flush();
      return readDeliveries(ctx, id, query);
    },

    async traffic(
      ctx: Ctx,
      id: number,
      query: { limit: number; outcome?: (typeof trafficOutcomes)[number] | undefined },
    ) {
      const found = await packets.listTraffic(ctx.db, id, query.limit, query.outcome);
      const titles = await deviceTitles(
        ctx.db,
        ctx.actor,
        found.flatMap(({ deviceId }) => deviceId ?? []),
      );
      return found.map(
        ({ shard, seq, receivedAt, identifier, deviceId, outcome, reason, payload, meta, sizeBytes }) => {
          const title = deviceId === null ? undefined : titles.get(deviceId);
          return {
            id: `${shard}-${seq}`,
            receivedAt: new Date(receivedAt).toISOString(),
            identifier,
            device: deviceId === null || title === undefined ? null : { id: deviceId, title },
            outcome,
            reason: reason && renderReason(reason, ctx.language),
            // Refused messages are shown unchanged.
            content: masked(shard === 0 ? payload : { payload, meta }),
            sizeBytes,
          };
        },
      );
    },

    async logs(ctx: Ctx, id: number, limit: number) {
      return (await findLogs(ctx.db, id, limit)).map(({ at, state, code, params }) => ({
        at: at.toISOString(),
        state,
        ...(code === null ? { code, message: null } : renderReason({ code, params: params ?? {} }, ctx.language)),
      }));
    },
  };
}
