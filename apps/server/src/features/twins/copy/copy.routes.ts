import { bulkDuplicateTwins, duplicateTwin, synchroniseTwin } from '@stellwerk/contract/twin-copy';
import { type HandledRoute, handle } from '../../../platform/http/handle.ts';
import type { TwinService } from '../twin.service.ts';
import type { CopyService } from './copy.service.ts';
import type { DuplicateService } from './duplicate.service.ts';
import { leftOutToWire } from './left-out.ts';
import type { SynchroniseService } from './synchronise.service.ts';

interface CopyServices {
  twins: Pick<TwinService, 'read'>;
  copies: CopyService;
  duplicates: DuplicateService;
  synchronising: SynchroniseService;
}

export function copyRoutes({ twins, copies, duplicates, synchronising }: CopyServices): HandledRoute[] {
  return [
    handle(duplicateTwin, async (ctx, { params, body }) => {
      const { id, jobId, leftOut } = await copies.duplicate(ctx, params.id, body);
      const job = jobId === undefined ? null : { id: jobId };
      return { data: { ...(await twins.read(ctx, id)), job, rulesLeftOut: leftOutToWire(leftOut, ctx.language) } };
    }),
    handle(bulkDuplicateTwins, async (ctx, { body }) => ({ data: await duplicates.start(ctx, body) })),
    handle(synchroniseTwin, async (ctx, { params, body }) => ({
      data: await synchronising.start(ctx, params.id, body),
    })),
  ];
}
