import { z } from 'zod';
import { AppError, fail } from '../../../platform/errors/app-error.ts';
import { defineJob, type JobKind } from '../../../platform/jobs/define-job.ts';
import { requireAt } from '../../../platform/tenancy/may.ts';
import { findPlace } from '../tree/tree-change.store.ts';
import { starterOf } from './job-permissions.service.ts';
import { leftOutToJob } from './left-out.ts';
import { createSynchroniser, type SynchroniseDeps } from './synchronise-one.service.ts';

export const synchroniseKind = 'digitaltwin-synchronise';

const payload = z.object({ twinId: z.int(), targetIds: z.array(z.int()) });

/** Copies states and rules of a twin to many others, one by one. Idempotent. */
export function synchroniseJob(deps: SynchroniseDeps): JobKind {
  const synchronise = createSynchroniser(deps);
  return defineJob({
    kind: synchroniseKind,
    undo: { way: 'impossible' },
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
      const source = (await findPlace(db, twinId)) ?? fail('DTWIN_NOT_FOUND');
      requireAt(await starterOf(run), 'DigitalTwin.read', source.scopePath);
      await run.items(
        targetIds,
        async (entityId) => {
          // Before each twin: permissions that were withdrawn meanwhile end the job.
          const actor = await starterOf(run);
          requireAt(actor, 'DigitalTwin.read', source.scopePath);
          try {
            const target = (await findPlace(db, entityId)) ?? fail('DTWIN_NOT_FOUND');
            requireAt(actor, 'DigitalTwin.write', target.scopePath);
            const changes = await db.transaction((tx) =>
              synchronise(tx, actor, { fromTwinId: twinId, toTwinIds: [entityId], dryRun: false }),
            );
            for (const rule of changes.get(entityId)?.rules.leftOut ?? []) {
              run.error({ entityId, ...leftOutToJob(rule) });
            }
          } catch (error) {
            if (!(error instanceof AppError) || error.status >= 500) throw error;
            run.error({ entityId, code: error.code, params: error.params });
          }
        },
        targetIds.length,
      );
    },
  });
}
