import { z } from 'zod';
import type { Database } from '../../platform/db/db.ts';
import type { Files } from '../../platform/files/files.ts';
import type { History } from '../../platform/history/history.ts';
import { defineJob, type JobKind } from '../../platform/jobs/define-job.ts';
import { removeKind } from './demo.store.ts';
import { removeWorld } from './removal.service.ts';

export interface RemoveDeps {
  database: Database;
  history: History;
  files: Files;
  /** Nothing is sent any more, and what was sent has been applied. */
  quieten(): Promise<void>;
}

/** Starts over after a crash: what is gone is not found again. */
export const removeDemoJob = ({ quieten, ...deps }: RemoveDeps): JobKind =>
  defineJob({
    kind: removeKind,
    payload: z.object({}),
    afterCrash: 'startOver',
    concurrency: 1,
    async run({ signal, progress }) {
      await quieten();
      await removeWorld(deps, { signal, onProgress: progress });
    },
  });
