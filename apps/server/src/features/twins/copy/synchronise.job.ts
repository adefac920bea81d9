import { z } from 'zod';
import { AppError, fail } from '../../../platform/errors/app-error.ts';
import { defineJob, type JobKind } from '../../../platform/jobs/define-job.ts';
import { requireAt } from '../../../platform/tenancy/may.ts';
import type { TwinStatesPort } from '../ports.ts';
import { findPlace } from '../tree/tree-change.store.ts';
import { grantsOfStarter } from './job-rights.service.ts';

export const synchroniseKind = 'digitaltwin-synchronise';

const payload = z.object({ twinId: z.int(), targetIds: z.array(z.int()) });

/** Brings the states of a twin to many others, one by one; doing it again changes nothing more. */
export const synchroniseJob = ({ states }: { states: Pick<TwinStatesPort, 'synchronise'> }): JobKind =>
  defineJob({
    kind: synchroniseKind,
    payload,
    afterCrash: 'resume',
    concurrency: 2,
    retry({ twinId, targetIds }, { failedIds, done }) {
      const left = targetIds.filter((id, index) => failedIds.has(id) || index >= done);
      return left.length > 0 ? { twinId, targetIds: left } : undefined;
    },
    async run(run) {
      const { db } = run;
      const { twinId, targetIds } = run.payload;
      const actor = { grants: await grantsOfStarter(run) };
      const source = (await findPlace(db, twinId)) ?? fail('DTWIN_NOT_FOUND');
      requireAt(actor, 'DigitalTwin.read', source.scopePath);
      await run.items(
        targetIds,
        async (entityId) => {
          try {
            const target = (await findPlace(db, entityId)) ?? fail('DTWIN_NOT_FOUND');
            requireAt(actor, 'DigitalTwin.write', target.scopePath);
            await db.transaction((tx) => states.synchronise(tx, twinId, [entityId], { dryRun: false }));
          } catch (error) {
            if (!(error instanceof AppError) || error.status >= 500) throw error;
            run.error({ entityId, code: error.code, params: error.params });
          }
        },
        targetIds.length,
      );
    },
  });
