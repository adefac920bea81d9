import type { JobDefinition } from '@stellwerk/contract/job';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Actor, Ctx } from '../../platform/http/ctx.ts';
import type { JobKind } from '../../platform/jobs/define-job.ts';
import { findInactiveKinds, setActiveKind } from '../../platform/jobs/definition.store.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { holdsSomewhere } from '../../platform/policy/policy.ts';

interface DefinitionDeps {
  jobs: Pick<Jobs, 'kinds' | 'find'>;
  clock: Clock;
}

function toWire({ kind, undo, retry, afterCrash }: JobKind, active: boolean, actor: Actor): JobDefinition {
  return {
    kind,
    active,
    undo: { way: undo.way, withinDays: undo.way === 'byJob' ? undo.withinDays : null },
    isRetryable: retry !== undefined,
    resumes: afterCrash === 'resume',
    abilities: { update: holdsSomewhere(actor.grants, 'super.system.manage') },
  };
}

/** The kinds of jobs of this release, and whether they accept new jobs. */
export function createDefinitionService({ jobs, clock }: DefinitionDeps) {
  return {
    async list({ db, actor }: Ctx): Promise<JobDefinition[]> {
      const inactive = await findInactiveKinds(db);
      return jobs.kinds().flatMap((name) => {
        const kind = jobs.find(name);
        return kind ? [toWire(kind, !inactive.has(name), actor)] : [];
      });
    },

    async update(ctx: Ctx, name: string, active: boolean): Promise<JobDefinition> {
      const kind = jobs.find(name) ?? fail('BACKGROUND_JOBS_UNKNOWN_JOB_TYPE', { type: name });
      await setActiveKind(ctx.db, name, active, clock.now());
      ctx.activity.details = { kind: name, active };
      return toWire(kind, active, ctx.actor);
    },
  };
}
export type DefinitionService = ReturnType<typeof createDefinitionService>;
