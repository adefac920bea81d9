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
  /** Stops all senders and waits until sent packets have been applied. */
  quieten(): Promise<void>;
}

/** Restarts from the beginning after a crash; deleted objects are not found again. */
export const removeDemoJob = ({ quieten, ...deps }: RemoveDeps): JobKind =>
  defineJob({
    kind: removeKind,
    undo: { way: 'byHand' },
    payload: z.object({}),
    afterCrash: 'startOver',
    concurrency: 1,
    async run({ signal, progress }) {
      await quieten();
      await removeWorld(deps, { signal, onProgress: progress });
    },
  });
