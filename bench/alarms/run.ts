import { createAlarmService } from '../../apps/server/src/features/alarm-log/alarm.service.ts';
import { createAlarmStatistics } from '../../apps/server/src/features/alarm-log/statistics.service.ts';
import type { Ctx } from '../../apps/server/src/platform/http/ctx.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { alarmListQuery, readAlarmStatistics } from '../../packages/contract/src/alarm.ts';
import { defineBench } from '../bench.ts';
import { openDatabase } from '../database.ts';
import { addMedianOfEach } from '../measure.ts';
import { loadTwins } from '../twins/load.ts';
import { actors, loadAlarms } from './load.ts';

const rounds = 5;

const clock = { now: () => new Date('2026-11-15T12:00:00Z') };
// No question is about a smart group.
const groupFilter = async () => undefined;
const alarms = createAlarmService({ clock, groupFilter });
const statistics = createAlarmStatistics({ clock, groupFilter });

const list = (query: object) => (ctx: Ctx) => alarms.list(ctx, alarmListQuery.parse(query));
const counted = (query: object) => (ctx: Ctx) => statistics.read(ctx, readAlarmStatistics.query.parse(query));

const questions: Record<string, (ctx: Ctx) => Promise<unknown>> = {
  'list, first page': list({}),
  'list, page 100': list({ offset: 1_980 }),
  'list, unresolved': list({ status: 'unresolved' }),
  'list, errors of batteries': list({ severity: 'error', categories: 'battery' }),
  'list, nothing of a category': list({ categories: 'packet-threshold' }),
  'list of a device': list({ deviceId: '20' }),
  'list of an account': list({ tenantId: '7' }),
  'list of a rule': list({ ruleId: '500' }),
  'list of a day': list({ from: '2026-05-01T00:00:00Z', to: '2026-05-02T00:00:00Z' }),
  'list with a tag': list({ tags: 'tag 7' }),
  'list with a group': list({ groups: 'group 7' }),
  'list of a driver, in operation': list({ driverId: '7', operationalStatus: 'inOperation' }),
  'search, many hits': list({ message: 'battery' }),
  'search, some hits': list({ message: 'hot 777' }),
  'search, one hit': list({ message: '77777)' }),
  'search, no hit': list({ message: 'nowhere' }),
  'search, two letters': list({ message: 'ho' }),
  'search, words of the platform': list({ message: 'health check stopped' }),
  'sorted by resolution': list({ sort: '-resolvedAt' }),
  'sorted by severity': list({ sort: '-severity' }),
  'sorted by category': list({ sort: 'category' }),
  'sorted by message': list({ sort: 'message' }),
  'statistics, 30 days': counted({}),
  'statistics, 400 days': counted({ from: '2025-10-12T00:00:00Z' }),
  'statistics, with a tag': counted({ tags: 'tag 7' }),
  'statistics, by message': counted({ message: 'battery' }),
};

export const bench = defineBench({
  about: 'The alarm log and its statistics, for somebody who sees all and for somebody who sees little.',
  options: {
    alarms: { default: 100_000, about: 'alarms of two years' },
    twins: { default: 100_000, about: 'twins that they are of' },
  },
  async run({ alarms: count, twins }, { table }) {
    const { db, pool } = await openDatabase();
    await loadTwins(pool, twins);
    await loadAlarms(pool, count);
    const common = { db, log: createLog('silent'), requestId: '', language: 'en', afterCommit() {} } as const;
    const askers = Object.fromEntries(
      Object.entries(actors).map(([name, actor]): [string, Ctx] => [
        name,
        { ...common, actor, activity: { objects: [], details: {} } },
      ]),
    );
    await addMedianOfEach(table('Questions to the alarm log'), rounds, questions, askers);
  },
});
