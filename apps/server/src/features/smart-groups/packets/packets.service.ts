import type { RouteInput, RouteOutput } from '@stellwerk/contract/core/route';
import type { readSmartGroupPackets } from '@stellwerk/contract/smart-group';
import type { Clock } from '../../../platform/clock/clock.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { edgesOf } from '../../devices/index.ts';
import { defaultZone, spanOf } from '../../state-history/index.ts';
import { findSmartGroup } from '../smart-group.store.ts';
import { firstHour, sumBefore, sumBetween } from './packets.store.ts';

type Packets = RouteOutput<typeof readSmartGroupPackets>['data'];

export const dayMs = 86_400_000;

export const createPacketStatistics = ({ clock }: { clock: Clock }) => ({
  async read({ db }: Ctx, id: number, query: RouteInput<typeof readSmartGroupPackets>['query']): Promise<Packets> {
    const { startDate, stopDate, duration } = query;
    const edges = edgesOf(spanOf({ startDate, endDate: stopDate }, clock.now()), duration, defaultZone);
    const { countedUntil: until } = (await findSmartGroup(db, id)) ?? fail('SMART_GROUP_NOT_FOUND');
    const packets = await sumBetween(db, id, edges);
    return {
      buckets: packets.map((accepted, index) => ({ at: new Date(edges[index] ?? 0).toISOString(), accepted })),
      countedSince: until && ((await firstHour(db, id)) ?? until).toISOString(),
      countedUntil: until?.toISOString() ?? null,
      last24Hours: until && (await sumBefore(db, id, { from: new Date(until.getTime() - dayMs), until })),
    };
  },
});
export type PacketStatistics = ReturnType<typeof createPacketStatistics>;
