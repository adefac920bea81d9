import { defineSchedule, type JobKind, type Schedule } from '../jobs/define-job.ts';
import type { Files } from './files.ts';
import { endedTexts } from './job-text.store.ts';

interface JobTextOptions {
  files: Files;
  kinds: () => readonly JobKind[];
}

/** Deletes the input text of ended jobs within an hour, however they ended. */
export const removeJobTexts = ({ files, kinds }: JobTextOptions): Schedule =>
  defineSchedule({
    name: 'jobs.remove-texts',
    cron: '37 * * * *',
    catchUpMs: 86_400_000,
    async run({ db, scheduledAt, signal }) {
      const named = kinds().flatMap(({ kind, hasText }) => (hasText ? [kind] : []));
      const dayBefore = new Date(scheduledAt.getTime() - 86_400_000);
      for (const key of await endedTexts(db, named, dayBefore)) {
        signal.throwIfAborted();
        await files.remove(key);
      }
    },
  });
