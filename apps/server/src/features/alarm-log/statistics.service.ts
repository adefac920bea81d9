import type { countOpenAlarms, readAlarmStatistics } from '@stellwerk/contract/alarm';
import type { RouteInput, RouteOutput } from '@stellwerk/contract/core/route';
import { type AlarmSeverity, alarmCategories } from '@stellwerk/contract/rule';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { GroupFilter } from '../devices/index.ts';
import { daysOf } from './days.ts';
import { countBegun, countEnded, countUnresolved } from './statistics.store.ts';

type Statistics = RouteOutput<typeof readAlarmStatistics>['data'];

interface Count {
  severity: AlarmSeverity;
  count: number;
}

const sumOf = (counts: readonly Pick<Count, 'count'>[]) => counts.reduce((sum, { count }) => sum + count, 0);

const bySeverity = (counts: readonly Count[]) => {
  const of = (severity: AlarmSeverity) => sumOf(counts.filter((each) => each.severity === severity));
  return { error: of('error'), warning: of('warning') };
};

interface AlarmStatisticsDeps {
  clock: Clock;
  groupFilter: GroupFilter;
}

export const createAlarmStatistics = ({ clock, groupFilter }: AlarmStatisticsDeps) => ({
  async open({ db, actor, language }: Ctx, filter: RouteInput<typeof countOpenAlarms>['query']) {
    return bySeverity(await countUnresolved(db, { actor, language, filter, within: undefined }));
  },

  async read(ctx: Ctx, query: RouteInput<typeof readAlarmStatistics>['query']): Promise<Statistics> {
    const { zone, ...filter } = query;
    const { db, actor, language } = ctx;
    const within = await groupFilter(db, filter.smartGroupId);
    const question = { actor, language, filter, within };
    const { days, edges } = daysOf(filter, zone, clock.now());
    const [unresolved, begun, ended] = await Promise.all([
      countUnresolved(db, question),
      countBegun(db, question, edges),
      countEnded(db, question, edges),
    ]);
    const byDay = Map.groupBy(begun, ({ day }) => day);
    const byCategory = Map.groupBy(begun, ({ category }) => category);
    return {
      unresolved: bySeverity(unresolved),
      byCategory: alarmCategories.map((category) => ({ category, ...bySeverity(byCategory.get(category) ?? []) })),
      byDay: days.map((day, index) => ({
        day,
        created: sumOf(byDay.get(index) ?? []),
        resolved: ended.get(index) ?? 0,
      })),
    };
  },
});
export type AlarmStatistics = ReturnType<typeof createAlarmStatistics>;
