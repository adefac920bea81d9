import type { JsonValue } from '@stellwerk/plugin/connector-server';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { findConnector } from './connector.store.ts';
import { masked } from './mask-secrets.ts';
import type { ConnectorIdentifiersPort, ConnectorPacketsPort } from './ports.ts';

interface UnknownIdsOptions {
  packets: Pick<ConnectorPacketsPort, 'listUnknown' | 'removeUnknown' | 'replayUnknown'>;
  identifiers: Pick<ConnectorIdentifiersPort, 'findDevices'>;
  clock: Clock;
  /** Writes dropped messages that are still in memory. */
  flush(): Promise<void>;
}

export type UnknownIds = ReturnType<typeof createUnknownIds>;

/** Ids of dropped messages, from which devices are created, and whose messages are replayed then. */
export function createUnknownIds({ packets, identifiers, clock, flush }: UnknownIdsOptions) {
  async function find(ctx: Ctx, id: number) {
    return (await findConnector(ctx.db, id)) ?? fail('BRIDGE_NOT_FOUND');
  }

  return {
    async list(ctx: Ctx, id: number) {
      await find(ctx, id);
      const unknown = await packets.listUnknown(ctx.db, id);
      const devices = await identifiers.findDevices(
        ctx.db,
        id,
        unknown.map(({ identifier }) => identifier),
      );
      return unknown.map(({ identifier, count, firstAt, lastAt, kept, newest }) => ({
        identifier,
        count,
        kept,
        firstAt: firstAt.toISOString(),
        lastAt: lastAt.toISOString(),
        newest: newest === null ? null : masked(JSON.parse(newest) as JsonValue),
        hasDevice: devices.has(identifier),
      }));
    },

    async replay(ctx: Ctx, id: number, identifier: string) {
      const { accountId } = await find(ctx, id);
      if (!(await identifiers.findDevices(ctx.db, id, [identifier])).has(identifier)) {
        fail('BRIDGE_UNKNOWN_ID_NO_DEVICE');
      }
      await flush();
      const sender = { connectorId: id, accountId };
      const replayed = await packets.replayUnknown(ctx.db, sender, identifier, clock.now().getTime());
      ctx.activity.objects.push({ noun: 'connector', id });
      ctx.activity.details = { identifier, replayed };
      return { replayed };
    },

    async remove(ctx: Ctx, id: number, identifier: string): Promise<{ removed: true }> {
      await find(ctx, id);
      await packets.removeUnknown(ctx.db, id, identifier);
      ctx.activity.objects.push({ noun: 'connector', id });
      ctx.activity.details = { identifier };
      return { removed: true };
    },
  };
}
