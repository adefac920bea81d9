import type { RouteInput } from '@stellwerk/contract/core/route';
import { type FlowEvent, type FlowTrigger, type listFlowEvents, triedEvents } from '@stellwerk/contract/flow-event';
import { listPackets } from '../../../ingest/log/list/list.store.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { History } from '../../../platform/history/history.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { recentAlarmEvents } from './alarm-event.store.ts';
import { readStateMeta } from './meta.store.ts';
import { packetEvent } from './packet-event.ts';
import { connectorsOf, recentStates } from './recent.store.ts';

/** Of accounts with more, only the states with the newest values and the newest connectors are read. */
const mostStates = 500;
const mostConnectors = 20;
/** Somebody who edits a filter tries it many times within this time. */
const keptMs = 15_000;
const mostKept = 20;

interface RecentDeps {
  history: Pick<History, 'latest'>;
  clock: Clock;
}

/** Recorded events as flows receive them. */
export function createRecentEvents({ history, clock }: RecentDeps) {
  const kept = new Map<string, { atMs: number; events: Promise<FlowEvent[]> }>();

  async function values(db: Db, accountId: number): Promise<FlowEvent[]> {
    const ids = await recentStates(db, accountId, mostStates);
    const metas = await readStateMeta(db, ids);
    const points = await history.latest(ids, Math.ceil(triedEvents / Math.max(1, ids.length)), db);
    return [...points.values()]
      .flat()
      .sort((a, b) => b.at - a.at || b.seq - a.seq)
      .slice(0, triedEvents)
      .flatMap(({ series, at, value }) => {
        const found = metas.get(series);
        return found ? [{ meta: { timestamp: new Date(at).toISOString(), ...found.meta }, value }] : [];
      });
  }

  async function packets(db: Db, accountId: number): Promise<FlowEvent[]> {
    const lists = [];
    for (const { id, type } of await connectorsOf(db, accountId, mostConnectors)) {
      const found = await listPackets(db, { connectorId: id, limit: triedEvents });
      lists.push(found.map((packet) => ({ ...packet, accountId, connectorType: type })));
    }
    return lists
      .flat()
      .sort((a, b) => b.receivedAt - a.receivedAt)
      .slice(0, triedEvents)
      .map(packetEvent);
  }

  const readers: Record<FlowTrigger, (db: Db, accountId: number) => Promise<FlowEvent[]>> = {
    after: values,
    before: packets,
    alarm: (db, accountId) => recentAlarmEvents(db, accountId, triedEvents),
  };

  /** Up to 1,000, newest first. */
  async function read(db: Db, accountId: number, trigger: FlowTrigger): Promise<FlowEvent[]> {
    const key = `${accountId} ${trigger}`;
    const nowMs = clock.now().getTime();
    const known = kept.get(key);
    if (known && nowMs - known.atMs < keptMs) return known.events;
    const events = readers[trigger](db, accountId);
    kept.delete(key);
    kept.set(key, { atMs: nowMs, events });
    for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
    events.catch(() => kept.delete(key));
    return events;
  }

  return {
    read,
    async list(ctx: Ctx, { tenantId, trigger, limit }: RouteInput<typeof listFlowEvents>['query']) {
      return (await read(ctx.db, tenantId, trigger)).slice(0, limit);
    },
  };
}
export type RecentEvents = ReturnType<typeof createRecentEvents>;
