import { defineSchedule } from '../../platform/jobs/define-job.ts';
import { mergeDifferences } from './cell.store.ts';

/** Runs often, so that a map adds up a few minutes of changes at most. */
export const mergeTwinCells = defineSchedule({
  name: 'twin-map.merge-cells',
  cron: '*/5 * * * *',
  async run({ db, signal }) {
    let isMore = true;
    while (isMore && !signal.aborted) isMore = await mergeDifferences(db);
  },
});
