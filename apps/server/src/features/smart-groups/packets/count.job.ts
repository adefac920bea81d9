import type { Clock } from '../../../platform/clock/clock.ts';
import { defineSchedule, type Schedule } from '../../../platform/jobs/define-job.ts';
import { countGroup, lastFullHour } from './monitor.ts';
import { dropHoursBefore, nextUncounted } from './packets.store.ts';

const keptDays = 400;
const dayMs = 86_400_000;

export const packetSchedules = ({ clock }: { clock: Clock }): Schedule[] => [
  // Every few minutes, so that the counts of a new group appear soon; a counted hour is not counted again.
  defineSchedule({
    name: 'smart-groups.count-packets',
    cron: '*/5 * * * *',
    async run({ db, signal, log }) {
      const until = lastFullHour(clock.now());
      for (let group = await nextUncounted(db, until, 0); group; group = await nextUncounted(db, until, group.id)) {
        signal.throwIfAborted();
        const { id } = group;
        // A group that can't be counted must not block the others.
        await countGroup(db, id, until).catch((error: unknown) => {
          log.error({ err: error, smartGroupId: id }, 'packets of a smart group could not be counted');
        });
      }
    },
  }),
  defineSchedule({
    name: 'smart-groups.drop-counts',
    cron: '12 3 * * *',
    catchUpMs: dayMs,
    run: ({ db, scheduledAt, signal }) =>
      dropHoursBefore(db, new Date(scheduledAt.getTime() - keptDays * dayMs), signal),
  }),
];
