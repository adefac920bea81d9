import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idSpelling, textIdOf } from './core/id.ts';
import { anyOf } from './core/permission.ts';
import { defineRoute } from './core/route.ts';

export const jobStates = ['created', 'inprogress', 'postprocessing', 'done', 'error', 'canceled', 'deleted'] as const;
export type JobState = (typeof jobStates)[number];

/** Whoever sees the things that jobs work on sees the jobs of the same scopes. */
export const seesJobs = anyOf('DigitalTwin.read', 'IotHub.read', 'VirtualDevice.read');
export const managesJobs = anyOf('DigitalTwin.manage', 'IotHub.manage', 'VirtualDevice.manage');

export const jobError = z.object({
  line: z.int().optional(),
  entityId: z.int().optional(),
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

export const job = z.object({
  id: z.int(),
  title: z.string(),
  /** The file or object that comes out of it; the title where there is none. */
  name: z.string(),
  type: z.string(),
  state: z.enum(jobStates),
  format: z.string().nullable(),
  resource: z.string().nullable(),
  entityId: z.int().nullable(),
  /** Number of items, as soon as it is known. */
  size: z.int().nullable(),
  progress: z.object({ done: z.int(), total: z.int().nullable() }),
  /** The first ten in lists, the first thousand of a single job; `errorCount` counts all. */
  errors: z.array(jobError),
  errorCount: z.int(),
  /** Somebody asked to cancel it; it stops after the item it is at. */
  cancelRequested: z.boolean(),
  user: z.object({ id: z.int(), name: z.string() }).nullable(),
  createdBy: z.int().nullable(),
  createdAt: isoTime,
  startedAt: isoTime.nullable(),
  /** The items were done, or the job was stopped; what follows is postprocessing. */
  stoppedAt: isoTime.nullable(),
  finishedAt: isoTime.nullable(),
  abilities: z.object({
    cancel: z.boolean(),
    delete: z.boolean(),
    /** What failed, and what it did not come to, can be tried again. */
    retry: z.boolean(),
  }),
});
export type Job = z.output<typeof job>;

/** What the topics `jobs` and `job/{id}` say. */
export const jobChange = z.object({
  id: z.int(),
  type: z.string(),
  state: z.enum(jobStates),
  progress: z.object({ done: z.int(), total: z.int().nullable() }),
  errorCount: z.int(),
  cancelRequested: z.boolean(),
});
export type JobChange = z.output<typeof jobChange>;

const sortable = ['createdAt', 'startedAt', 'finishedAt', 'title', 'type', 'state'] as const;
export type JobSort = (typeof sortable)[number];

export const jobListQuery = listQuery.extend({
  sort: z.enum([...sortable, ...sortable.map((name) => `-${name}` as const)]).default('-createdAt'),
  tenantId: textIdOf('account').optional(),
  type: z.string().max(100).optional(),
  /** Deleted jobs are listed only when asked for. */
  state: z.enum(jobStates).optional(),
});

/** Whoever started a job may follow it, whatever else they may see. */
const params = z.object({ id: textIdOf('job') });

export const listJobs = defineRoute({
  method: 'GET',
  path: '/api/v1/background-runners',
  tag: 'background jobs',
  summary: 'Background jobs of the caller’s scopes, newest first; `search` looks at titles',
  permission: seesJobs,
  query: jobListQuery,
  response: listOf(job),
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const readJob = defineRoute({
  method: 'GET',
  path: '/api/v1/background-runners/{id}',
  tag: 'background jobs',
  summary: 'A background job with its errors',
  permission: 'login',
  params,
  response: dataOf(job),
  errors: ['BACKGROUND_JOBS_NOT_FOUND'],
});

/** Kinds in this installation, whether or not a job of theirs has ever run. */
export const listJobTypes = defineRoute({
  method: 'GET',
  path: '/api/v1/background-runners/types',
  tag: 'background jobs',
  summary: 'The kinds of background jobs, to filter by',
  permission: seesJobs,
  response: dataOf(z.array(z.string())),
});

export const cancelJob = defineRoute({
  method: 'POST',
  path: '/api/v1/background-runners/{id}/cancel',
  tag: 'background jobs',
  summary:
    'Cancel a job; a running one stops after the item it is at and keeps what is done. For its creator, and for holders of DigitalTwin.manage, IotHub.manage or VirtualDevice.manage in its scope',
  permission: 'login',
  params,
  response: dataOf(job),
  errors: ['BACKGROUND_JOBS_NOT_FOUND', 'BACKGROUND_JOBS_ALREADY_FINISHED', 'PERMISSION_DENIED'],
});

export const deleteJob = defineRoute({
  method: 'DELETE',
  path: '/api/v1/background-runners/{id}',
  tag: 'background jobs',
  summary:
    'Delete a job that has not started. For its creator, and for holders of DigitalTwin.manage, IotHub.manage or VirtualDevice.manage in its scope',
  permission: 'login',
  params,
  response: dataOf(job),
  errors: ['BACKGROUND_JOBS_NOT_FOUND', 'BACKGROUND_JOBS_DELETE_ONLY_QUEUED', 'PERMISSION_DENIED'],
});

const retryErrors = ['BACKGROUND_JOBS_NOT_FOUND', 'BACKGROUND_JOBS_NOT_RETRYABLE', 'PERMISSION_DENIED'] as const;

/** The old job stays as it is; the answer is the new one. */
export const retryJob = defineRoute({
  method: 'POST',
  path: '/api/v1/background-runners/{id}/retry',
  tag: 'background jobs',
  summary:
    'Try again what failed in a job that has ended, and what it did not come to, as a new job. For its creator, and for holders of DigitalTwin.manage, IotHub.manage or VirtualDevice.manage in its scope',
  permission: 'login',
  params,
  response: dataOf(job),
  status: 201,
  errors: retryErrors,
});

export const retryJobTask = defineRoute({
  method: 'POST',
  path: '/api/v1/background-runners/{id}/tasks/{taskId}/retry',
  tag: 'background jobs',
  summary: 'Try a single failed item of a job again, named by the `entityId` of its error',
  permission: 'login',
  // A name inside the job, not an object of its own: who may touch what it stands for is checked when it is done.
  params: params.extend({ taskId: z.string().regex(idSpelling) }),
  response: dataOf(job),
  status: 201,
  errors: retryErrors,
});
