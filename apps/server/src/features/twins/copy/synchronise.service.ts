import type { RouteInput } from '@stellwerk/contract/core/route';
import type { synchroniseTwin } from '@stellwerk/contract/twin-copy';
import type { Db } from '../../../platform/db/db.ts';
import { tryOut } from '../../../platform/db/try-out.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { may } from '../../../platform/tenancy/may.ts';
import { findPlaces, type TwinPlace } from '../tree/tree-change.store.ts';
import { leftOutToWire } from './left-out.ts';
import { synchroniseKind } from './synchronise.job.ts';
import { createSynchroniser, noRules, type SynchroniseDeps } from './synchronise-one.service.ts';

interface SynchroniseOptions extends SynchroniseDeps {
  jobs: Pick<Jobs, 'enqueue'>;
}

/** Larger numbers run as a background job, which reports the rules that it leaves out. */
const maxAtOnce = 50;

const named = ({ id, title }: TwinPlace) => ({ id, title });

export function createSynchroniseService({ jobs, ...deps }: SynchroniseOptions) {
  const synchronise = createSynchroniser(deps);

  async function enqueue({ db, actor }: Ctx, source: TwinPlace, targetIds: number[]): Promise<number> {
    return jobs.enqueue(db, {
      accountId: source.accountId,
      scopeId: source.scopeId,
      userId: actor.userId,
      apiKeyId: actor.apiKeyId,
      kind: synchroniseKind,
      title: source.title,
      resource: 'digitaltwin',
      entityId: source.id,
      total: targetIds.length,
      payload: { twinId: source.id, targetIds },
    });
  }

  return {
    async start(ctx: Ctx, id: number, { twinIds, dryRun }: RouteInput<typeof synchroniseTwin>['body']) {
      const { db, actor } = ctx;
      const places = await findPlaces(db, [id, ...twinIds]);
      const source = places.get(id) ?? fail('DTWIN_NOT_FOUND');
      const asked = [...new Set(twinIds)]
        .filter((twinId) => twinId !== id)
        .flatMap((twinId) => places.get(twinId) ?? []);
      const isWritable = ({ scopePath }: TwinPlace) => may(actor, 'DigitalTwin.write', scopePath);
      const targets = asked.filter(isWritable);
      if (targets.length === 0) fail('PERMISSION_DENIED', { subject: 'DigitalTwin', action: 'write' });
      const targetIds = targets.map((target) => target.id);
      const isLarge = targets.length > maxAtOnce;
      const isJob = !dryRun && isLarge;
      const apply = (tx: Db) => synchronise(tx, actor, { fromTwinId: id, toTwinIds: targetIds, dryRun: isLarge });
      const changes = await (dryRun && !isLarge ? tryOut(db, apply) : apply(db));
      const jobId = isJob ? await enqueue(ctx, source, targetIds) : undefined;
      if (dryRun) ctx.activity.omit = true;
      // Lists the targets only: their accounts may not see the source, so its title must not be in their logs.
      const objects = targetIds.map((twinId) => ({ noun: 'twin', id: twinId }));
      ctx.activity.objects.push(...objects);
      ctx.activity.counted = { as: 'targets', objects };
      return {
        targets: targets.map((target) => {
          const { rules, ...states } = changes.get(target.id) ?? { creates: 0, overwrites: 0, rules: noRules };
          const leftOut = leftOutToWire(rules.leftOut, ctx.language);
          return { ...named(target), ...states, rules: { ...rules, leftOut } };
        }),
        refused: asked.filter((target) => !isWritable(target)).map(named),
        job: jobId === undefined ? null : { id: jobId },
      };
    },
  };
}
export type SynchroniseService = ReturnType<typeof createSynchroniseService>;
