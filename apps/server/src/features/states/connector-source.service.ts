import type { RouteOutput } from '@stellwerk/contract/core/route';
import type { findStateMessage } from '@stellwerk/contract/state';
import type { SourceConfig } from '@stellwerk/contract/state-source';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Actor, Ctx } from '../../platform/http/ctx.ts';
import type { Sending, StateSenders } from './ports.ts';
import { findHome, findTwinsBelow } from './state.store.ts';

type Found = RouteOutput<typeof findStateMessage>['data'];

interface Place {
  connectorId: number;
  accountId: number;
}

function missing(name: 'connectorId' | 'identifier'): never {
  const issues = [{ path: `config.${name}`, code: 'required' as const, params: {} }];
  return fail('DTWINSTATE_MISSING_PARAMETER', { name }, { issues });
}

const unexpected = (name: 'connectorId' | 'identifier'): never =>
  fail('VALIDATION_ERROR', {}, { issues: [{ path: `config.${name}`, code: 'invalid', params: {} }] });

export function createConnectorSourceService({ senders }: { senders: () => readonly StateSenders[] }) {
  async function requireSender(ctx: Ctx, place: Place): Promise<{ sender: StateSenders; sending: Sending }> {
    for (const sender of senders()) {
      const sending = await sender.find(ctx.db, place);
      if (sending) return sending.feedsStates ? { sender, sending } : fail('BRIDGE_NO_STATES');
    }
    return fail('BRIDGE_NOT_FOUND');
  }

  return {
    async feeds(db: Db, place: Place): Promise<boolean> {
      for (const sender of senders()) {
        const sending = await sender.find(db, place);
        if (sending) return sending.feedsStates;
      }
      return false;
    },

    async choosable(db: Db, author: Pick<Actor, 'grants'>, connectorIds: number[]): Promise<Set<number>> {
      if (connectorIds.length === 0) return new Set();
      const found = await Promise.all(senders().map((sender) => sender.choosable(db, author, connectorIds)));
      return new Set(found.flatMap((each) => [...each]));
    },

    /**
     * A plain twin needs connector and identifier to select messages; a virtual device receives its own messages. Returns
     * the configuration to store.
     */
    async check(ctx: Ctx, twinId: number, config: SourceConfig, before?: SourceConfig): Promise<SourceConfig> {
      if (config.source !== 'connector') return config;
      const home = (await findHome(ctx.db, twinId)) ?? fail('DTWIN_NOT_FOUND');
      const { connectorId, identifier } = config;
      if (home.category === 'virtualDevice') {
        if (connectorId !== undefined) unexpected('connectorId');
        if (identifier !== '') unexpected('identifier');
        return config;
      }
      if (identifier === '') missing('identifier');
      // States that were stored without a connector may stay so.
      const wasUnnamed = before?.source === 'connector' && before.connectorId === undefined;
      if (connectorId === undefined) return wasUnnamed ? config : missing('connectorId');
      const { sending } = await requireSender(ctx, { connectorId, accountId: home.accountId });
      return { ...config, identifier: sending.storedIdentifier(identifier) };
    },

    /** Messages of devices of other accounts never feed states of this one, so they aren't shown either. */
    async newestMessage(
      ctx: Ctx,
      twinId: number,
      { connectorId, identifier }: { connectorId: number; identifier: string },
    ): Promise<Found> {
      const { accountId } = (await findHome(ctx.db, twinId)) ?? fail('DTWIN_NOT_FOUND');
      const { sender, sending } = await requireSender(ctx, { connectorId, accountId });
      const stored = sending.storedIdentifier(identifier);
      const sent = (await sender.newestMessages(ctx.db, connectorId)).filter((each) => each.identifier === stored);
      const own = await findTwinsBelow(
        ctx.db,
        accountId,
        sent.flatMap(({ deviceId }) => deviceId ?? []),
      );
      const newest = sent.find(({ deviceId }) => deviceId === null || own.has(deviceId));
      if (!newest) return { message: null };
      return { message: { receivedAt: new Date(newest.receivedAt).toISOString(), payload: newest.payload } };
    },
  };
}
export type ConnectorSourceService = ReturnType<typeof createConnectorSourceService>;
