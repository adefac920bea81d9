import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idSpelling, textIdOf } from './core/id.ts';
import { anyOf } from './core/permission.ts';
import { flag } from './core/query.ts';
import { defineRoute } from './core/route.ts';

export const jobStates = ['created', 'inprogress', 'postprocessing', 'done', 'error', 'canceled', 'deleted'] as const;
export type JobState = (typeof jobStates)[number];

/** Users who see the objects that jobs work on see the jobs of the same scopes. */
export const seesJobs = anyOf('DigitalTwin.read', 'IotHub.read', 'VirtualDevice.read');
export const managesJobs = anyOf('DigitalTwin.manage', 'IotHub.manage', 'VirtualDevice.manage');

/**
 * How the effect of an ended job can be undone: not needed, because there is no effect; not possible; by users
 * themselves; by another job.
 */
export const undoWays = ['needless', 'impossible', 'byHand', 'byJob'] as const;
export type UndoWay = (typeof undoWays)[number];

export const jobError = z.object({
  line: z.int().optional(),
  entityId: z.int().optional(),
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** Codes about items that were processed all the same: they don't count as failed. */
export const jobNotes: readonly string[] = ['RULE_NOT_CARRIED'];

export const job = z.object({
  id: z.int(),
  title: z.string(),
  /** The resulting file or object; the title if there is none. */
  name: z.string(),
  type: z.string(),
  state: z.enum(jobStates),
  format: z.string().nullable(),
  resource: z.string().nullable(),
  entityId: z.int().nullable(),
  /** Number of items, as soon as it is known. */
  size: z.int().nullable(),
  progress: z.object({ done: z.int(), total: z.int().nullable() }),
  /** In lists the first ten, in a single job the first thousand; `errorCount` counts all. */
  errors: z.array(jobError),
  errorCount: z.int(),
  /** Cancellation was requested; the job stops after its current item. */
  cancelRequested: z.boolean(),
  user: z.object({ id: z.int(), name: z.string() }).nullable(),
  createdBy: z.int().nullable(),
  createdAt: isoTime,
  startedAt: isoTime.nullable(),
  /** Time at which the items were done or the job was stopped; postprocessing follows. */
  stoppedAt: isoTime.nullable(),
  finishedAt: isoTime.nullable(),
  undo: z.object({
    way: z.enum(undoWays),
    /** Only for `byJob`, as soon as the job has ended. */
    until: isoTime.nullable(),
    /** The job that undoes this one, or has undone it. */
    jobId: z.int().nullable(),
  }),
  /** The job that this one undoes. */
  undoOf: z.int().nullable(),
  abilities: z.object({
    cancel: z.boolean(),
    delete: z.boolean(),
    /** Failed and unprocessed items can be retried. */
    retry: z.boolean(),
    undo: z.boolean(),
  }),
});
export type Job = z.output<typeof job>;

/** Message of the topics `jobs`, `own-jobs` and `job/{id}`. */
export const jobChange = z.object({
  id: z.int(),
  title: z.string(),
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
  /** `false` leaves out the errors of items; `errorCount` still counts them. */
  tasks: flag.default(true),
});

/** The user who started a job may read it, whatever their permissions. */
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

/** Kinds of jobs in this installation, even if none has run yet. */
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

const retryErrors = [
  'BACKGROUND_JOBS_NOT_FOUND',
  'BACKGROUND_JOBS_NOT_RETRYABLE',
  'BACKGROUND_JOBS_KIND_INACTIVE',
  'PERMISSION_DENIED',
] as const;

/** The old job stays unchanged; the response is the new job. */
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
  // A key inside the job, not an object: access to the item's object is checked when the job runs.
  params: params.extend({ taskId: z.string().regex(idSpelling) }),
  response: dataOf(job),
  status: 201,
  errors: retryErrors,
});

export const undoJob = defineRoute({
  method: 'POST',
  path: '/api/v1/background-runners/{id}/undo',
  tag: 'background jobs',
  summary:
    'Undo the effect of an ended job, as a new job with the permissions of the caller. For its creator, and for holders of DigitalTwin.manage, IotHub.manage or VirtualDevice.manage in its scope',
  permission: 'login',
  params,
  response: dataOf(job),
  status: 201,
  errors: [
    'BACKGROUND_JOBS_NOT_FOUND',
    'BACKGROUND_JOBS_NOT_UNDOABLE',
    'BACKGROUND_JOBS_KIND_INACTIVE',
    'PERMISSION_DENIED',
  ],
});

export const jobDefinition = z.object({
  kind: z.string(),
  /** An inactive kind accepts no new jobs; queued ones still run. */
  active: z.boolean(),
  undo: z.object({ way: z.enum(undoWays), withinDays: z.int().nullable() }),
  /** Failed items can be retried. */
  isRetryable: z.boolean(),
  /** After a crash, the job continues behind its last item. Otherwise it starts over and skips finished items. */
  resumes: z.boolean(),
  abilities: z.object({ update: z.boolean() }),
});
export type JobDefinition = z.output<typeof jobDefinition>;

export const listJobDefinitions = defineRoute({
  method: 'GET',
  path: '/api/v1/job-definitions',
  tag: 'background jobs',
  summary: 'The kinds of background jobs, whether they are active, and how their effect can be undone',
  permission: 'all.manage',
  response: dataOf(z.array(jobDefinition)),
});

export const updateJobDefinition = defineRoute({
  method: 'PUT',
  path: '/api/v1/job-definitions/{kind}',
  tag: 'background jobs',
  summary: 'Switch a kind of background jobs on or off for the whole installation',
  permission: 'super.system.manage',
  params: z.object({ kind: z.string().max(100) }),
  body: z.object({ active: z.boolean() }),
  response: dataOf(jobDefinition),
  errors: ['BACKGROUND_JOBS_UNKNOWN_JOB_TYPE'],
});
