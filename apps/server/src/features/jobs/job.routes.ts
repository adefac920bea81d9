import { cancelJob, deleteJob, listJobs, readJob } from '@stellwerk/contract/job';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { JobService } from './job.service.ts';

export function jobRoutes(service: JobService): HandledRoute[] {
  return [
    handle(listJobs, (ctx, { query }) => service.list(ctx, query)),
    handle(readJob, async (ctx, { params }) => ({ data: await service.read(ctx, params.id) })),
    handle(cancelJob, async (ctx, { params }) => ({ data: await service.cancel(ctx, params.id) })),
    handle(deleteJob, async (ctx, { params }) => ({ data: await service.remove(ctx, params.id) })),
  ];
}
