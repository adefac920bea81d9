import { defineSchedule } from '../../platform/jobs/define-job.ts';
import { mergeDifferences } from './cell.store.ts';

/** So that a map never has to add up more than a few minutes of changes. */
export const mergeTwinCells = defineSchedule({
  name: 'twin-map.merge-cells',
  cron: '*/5 * * * *',
  async run({ db, signal }) {
    let isMore = true;
    while (isMore && !signal.aborted) isMore = await mergeDifferences(db);
  },
});
