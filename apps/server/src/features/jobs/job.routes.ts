import {
  cancelJob,
  deleteJob,
  listJobDefinitions,
  listJobs,
  listJobTypes,
  readJob,
  retryJob,
  retryJobTask,
  undoJob,
  updateJobDefinition,
} from '@stellwerk/contract/job';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { DefinitionService } from './definition.service.ts';
import type { JobService } from './job.service.ts';

export function jobRoutes(service: JobService, definitions: DefinitionService): HandledRoute[] {
  return [
    handle(listJobs, (ctx, { query }) => service.list(ctx, query)),
    handle(listJobTypes, () => service.types()),
    handle(readJob, async (ctx, { params }) => ({ data: await service.read(ctx, params.id) })),
    handle(cancelJob, async (ctx, { params }) => ({ data: await service.cancel(ctx, params.id) })),
    handle(retryJob, async (ctx, { params }) => ({ data: await service.retry(ctx, params.id) })),
    handle(retryJobTask, async (ctx, { params }) => ({
      data: await service.retry(ctx, params.id, Number(params.taskId)),
    })),
    handle(undoJob, async (ctx, { params }) => ({ data: await service.undo(ctx, params.id) })),
    handle(listJobDefinitions, async (ctx) => ({ data: await definitions.list(ctx) })),
    handle(updateJobDefinition, async (ctx, { params, body }) => ({
      data: await definitions.update(ctx, params.kind, body.active),
    })),
    handle(deleteJob, async (ctx, { params }) => ({ data: await service.remove(ctx, params.id) })),
  ];
}
