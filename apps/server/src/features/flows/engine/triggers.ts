import type { AppliedValue, FlowTriggers } from '../../../ingest/apply/ports.ts';
import type { Content } from '../../../ingest/interpret/interpret.ts';
import type { Packet } from '../../../ingest/log/packet.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type OutboxEntry, putOutbox } from '../../../platform/outbox/outbox.store.ts';
import { readConnectorTypes } from '../events/connector-type.store.ts';
import { packetEvent } from '../events/packet-event.ts';
import type { FlowSource } from './flow-cache.ts';
import type { MetaSource } from './meta-cache.ts';
import { entriesOf } from './queue.ts';
import type { Usage } from './usage.ts';

interface TriggerDeps {
  flows: FlowSource;
  metas: MetaSource;
  clock: Clock;
  usage: Pick<Usage, 'admit'>;
}

type News = { accountId: number; entries: OutboxEntry[] };

/** Queues events for flows, in the transaction of their packets or values. */
export function createTriggers({ flows, metas, clock, usage }: TriggerDeps): FlowTriggers {
  const types = new Map<number, string>();

  async function typesOf(db: Db, connectorIds: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> {
    const unknown = [...connectorIds].filter((id) => !types.has(id));
    // The type of a connector never changes.
    for (const [id, type] of await readConnectorTypes(db, unknown)) types.set(id, type);
    return types;
  }

  async function put(db: Db, news: readonly News[]): Promise<void> {
    const admitted = news.filter(({ accountId, entries }) => usage.admit(accountId, entries));
    await putOutbox(
      db,
      admitted.flatMap(({ entries }) => entries),
    );
  }

  return {
    takesUnknown: (accountId) => flows.indexOf(accountId)?.has('before') ?? false,

    async before(db: Db, packets: readonly Packet[]) {
      if (!flows.hasAny('before')) return;
      const wanted = packets.filter(({ accountId }) => flows.indexOf(accountId)?.has('before'));
      if (wanted.length === 0) return;
      const nowMs = clock.now().getTime();
      const typeOf = await typesOf(db, new Set(wanted.map(({ connectorId }) => connectorId)));
      const news = wanted.map((packet): News => {
        const { accountId, connectorId, identifier, receivedAt } = packet;
        const content: Content = JSON.parse(packet.content);
        const connectorType = typeOf.get(connectorId);
        const event = packetEvent({ ...content, accountId, connectorId, connectorType, identifier, receivedAt });
        const found = flows.indexOf(accountId)?.find('before', event, nowMs) ?? [];
        return { accountId, entries: entriesOf(found, `packet/${connectorId}/${identifier}`, event) };
      });
      await put(db, news);
    },

    async after(db: Db, applied: readonly AppliedValue[]) {
      if (!flows.hasAny('after')) return;
      const updates = applied.filter(({ problem, measuredAt }) => problem === null && measuredAt !== null);
      if (updates.length === 0) return;
      const nowMs = clock.now().getTime();
      const isWanted = (accountId: number) => flows.indexOf(accountId)?.has('after') ?? false;
      const known = await metas.read(db, updates, isWanted);
      const news = updates.flatMap(({ stateId, value, measuredAt }): News[] => {
        const found = known.get(stateId);
        if (!found || measuredAt === null) return [];
        const event = { meta: { timestamp: measuredAt.toISOString(), ...found.meta }, value };
        const flowsOf = flows.indexOf(found.accountId)?.find('after', event, nowMs) ?? [];
        return [{ accountId: found.accountId, entries: entriesOf(flowsOf, `state/${stateId}`, event) }];
      });
      await put(db, news);
    },
  };
}
