import type { RouteInput } from '@stellwerk/contract/core/route';
import { type Health, healths, type OperationalStatus, operationalStatuses } from '@stellwerk/contract/device';
import type {
  readDeviceStatistics,
  readDeviceTotals,
  readGrowth,
  readPacketStatistics,
} from '@stellwerk/contract/device-statistics';
import { countPackets, keptSince } from '../../../ingest/log/list/list.store.ts';
import { readCounts } from '../../../ingest/log/traffic.store.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { defaultZone, spanOf } from '../../state-history/index.ts';
import { edgesOf } from './buckets.ts';
import { findGrowth, findTotals, findVisibleConnectors, type Growth } from './statistics.store.ts';

const dayMs = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

/** The number of devices at the end of each bucket. Width buckets count from 1; 0 lies before the first edge. */
function runningCounts(entries: readonly Growth[], buckets: number): number[] {
  const counts = Array.from({ length: buckets }, () => 0);
  for (const { edge, count } of entries) {
    for (let index = Math.max(0, edge - 1); index < buckets; index += 1) counts[index] = (counts[index] ?? 0) + count;
  }
  return counts;
}

const countsOf = <T extends string>(names: readonly T[], found: Record<string, number> | undefined) =>
  Object.fromEntries(names.map((name) => [name, found?.[name] ?? 0])) as Record<T, number>;

export function createStatisticsService({ clock }: { clock: Clock }) {
  const spanFor = ({ startDate, stopDate }: { startDate: string; stopDate?: string | undefined }) =>
    spanOf({ startDate, endDate: stopDate }, clock.now());

  return {
    async ofDevice({ db }: Ctx, id: number, query: RouteInput<typeof readDeviceStatistics>['query']) {
      const edges = edgesOf(spanFor(query), query.duration, defaultZone);
      const counts = await countPackets(db, id, edges);
      const kept = await keptSince(db, [id]);
      return {
        buckets: counts.map((count, index) => ({ at: iso(edges[index] ?? 0), ...count })),
        keptSince: kept === null ? null : iso(kept),
      };
    },

    async growth({ db, actor }: Ctx, { tenantId, duration, ...span }: RouteInput<typeof readGrowth>['body']) {
      const edges = edgesOf(spanFor(span), duration, defaultZone);
      const buckets = edges.length - 1;
      const rows = await findGrowth(db, actor, { tenantId, edges });
      const groups = <K extends 'connectorId' | 'accountId'>(key: K) =>
        [...Map.groupBy(rows, (row) => row[key])].map(([id, own]) => ({
          id,
          own,
          counts: runningCounts(own, buckets),
        }));
      return {
        times: edges.slice(0, -1).map(iso),
        total: runningCounts(rows, buckets),
        byConnector: groups('connectorId').map(({ id, own, counts }) => ({
          connectorId: id,
          name: own[0]?.name ?? '',
          counts,
        })),
        byAccount: groups('accountId').map(({ id, own, counts }) => ({
          tenantId: id,
          name: own[0]?.accountName ?? '',
          counts,
        })),
      };
    },

    async packets({ db, actor }: Ctx, query: RouteInput<typeof readPacketStatistics>['query']) {
      const now = clock.now().getTime();
      const span = spanFor({ startDate: query.startDate ?? iso(now - dayMs), stopDate: query.stopDate });
      const edges = edgesOf(span, query.duration, defaultZone);
      const ids = await findVisibleConnectors(db, actor, query.tenantId);
      const hours = ids.length === 0 ? [] : await readCounts(db, ids, edges[0] ?? 0, edges.at(-1) ?? 0);
      const buckets = edges.slice(0, -1).map((edge) => ({ at: iso(edge), accepted: 0, rejected: 0, bytes: 0 }));
      for (const { hour, accepted, rejected, bytes } of hours) {
        const bucket = buckets[edges.findLastIndex((edge) => edge <= hour.getTime())];
        if (!bucket) continue;
        bucket.accepted += accepted;
        bucket.rejected += rejected;
        bucket.bytes += bytes;
      }
      return { buckets };
    },

    async totals({ db, actor }: Ctx, { tenantId }: RouteInput<typeof readDeviceTotals>['query']) {
      const now = clock.now();
      const [midnight = 0] = edgesOf({ from: now.getTime(), to: now.getTime() + 1 }, 'day', defaultZone);
      const { totals, types } = await findTotals(db, actor, { tenantId, midnight: new Date(midnight), now });
      const { total = 0, disabled = 0, byHealth, byOperationalStatus } = totals ?? {};
      const { today = 0, last24Hours = 0, lastWeek = 0, lastMonth = 0, never = 0 } = totals ?? {};
      return {
        total,
        disabled,
        byHealth: countsOf<Health>(healths, byHealth),
        byOperationalStatus: countsOf<OperationalStatus>(operationalStatuses, byOperationalStatus),
        byConnectorType: types.map(({ type, count }) => ({ type, count })),
        seen: { today, last24Hours, lastWeek, lastMonth, never },
      };
    },
  };
}
export type StatisticsService = ReturnType<typeof createStatisticsService>;
