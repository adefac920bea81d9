import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import { flowEvent, flowTag, flowTriggers, triedEvents } from './flow-event.ts';
import { flowSteps, sampleOutcomes } from './flow-step.ts';

const flowFields = {
  name: z.string().trim().min(1).max(100),
  description: z.string().trim().max(2_000).default(''),
  active: z.boolean().default(true),
  trigger: z.enum(flowTriggers),
  steps: flowSteps,
};

export const newFlow = z.object({ ...flowFields, tenantId: idOf('account') });
/** The account stays as it is. */
export const flowChange = z.object(flowFields);

const shownStep = z.discriminatedUnion('type', [
  z.object({ type: z.literal('filter'), filterId: z.int() }),
  z.object({ type: z.literal('transformation'), transformerId: z.int() }),
  z.object({
    type: z.literal('connector'),
    targets: z.array(z.object({ connectorId: z.int(), message: z.record(z.string(), z.json()) })),
  }),
]);

const shownFailure = z.object({ code: z.string(), message: z.string() });

/** One of the last messages of a step. */
export const flowSample = z.object({
  at: isoTime,
  outcome: z.enum(sampleOutcomes),
  /** Truncated. */
  input: z.string(),
  output: z.string().nullable(),
  failure: shownFailure.nullable(),
});
export type FlowSample = z.output<typeof flowSample>;

/** Figures since the flow was created. Filters at the beginning count only messages that they let pass. */
export const stepFigures = z.object({
  /** Index of the step; for the last step, one entry for each connector. */
  step: z.int(),
  connectorId: z.int().nullable(),
  entered: z.int(),
  passed: z.int(),
  stopped: z.int(),
  failed: z.int(),
  lastAt: isoTime.nullable(),
  lastFailure: shownFailure.extend({ at: isoTime }).nullable(),
});
export type StepFigures = z.output<typeof stepFigures>;

export const flow = z.object({
  id: z.int(),
  tenantId: z.int(),
  tenantName: z.string(),
  name: z.string(),
  description: z.string(),
  active: z.boolean(),
  trigger: z.enum(flowTriggers),
  steps: z.array(shownStep),
  /** Messages that were sent, over all connectors. */
  sent: z.int(),
  failed: z.int(),
  lastAt: isoTime.nullable(),
  lastFailure: shownFailure.extend({ at: isoTime }).nullable(),
  deadLetters: z.int(),
  isShadowed: z.boolean(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Flow = z.output<typeof flow>;

const sorts = ['name', 'createdAt', 'updatedAt'] as const;
export type FlowSort = (typeof sorts)[number];
export const flowListQuery = listQuery.extend({
  sort: z.enum([...sorts, ...sorts.map((name) => `-${name}` as const)]).default('name'),
  tenantId: textIdOf('account').optional(),
  trigger: z.enum(flowTriggers).optional(),
  active: z.enum(['true', 'false']).optional(),
});

export const listFlows = defineRoute({
  method: 'GET',
  path: '/api/v1/consumer',
  tag: flowTag,
  summary: 'Integration flows of the accounts that the caller administers',
  permission: 'all.manage',
  query: flowListQuery,
  response: listOf(flow),
  errors: ['ACCOUNT_NOT_FOUND'],
});

const references = [
  'FLOW_FILTER_NOT_FOUND',
  'FLOW_TRANSFORMER_NOT_FOUND',
  'BRIDGE_NOT_FOUND',
  'BRIDGE_NO_COMMANDS',
  'FLOW_CONTENT_TYPES',
] as const;

export const createFlow = defineRoute({
  method: 'POST',
  path: '/api/v1/consumer',
  tag: flowTag,
  summary: 'Create an integration flow; its account stays as it is',
  permission: 'all.manage',
  body: newFlow,
  response: dataOf(flow),
  status: 201,
  errors: ['ACCOUNT_NOT_FOUND', 'FLOW_DUPLICATE_NAME', ...references],
});

const params = z.object({ id: textIdOf('flow') });

export const readFlow = defineRoute({
  method: 'GET',
  path: '/api/v1/consumer/{id}',
  tag: flowTag,
  summary: 'An integration flow',
  permission: 'all.manage',
  params,
  response: dataOf(flow),
  errors: ['FLOW_NOT_FOUND'],
});

export const updateFlow = defineRoute({
  method: 'PUT',
  path: '/api/v1/consumer/{id}',
  tag: flowTag,
  summary: 'Change an integration flow',
  permission: 'all.manage',
  params,
  body: flowChange,
  response: dataOf(flow),
  errors: ['FLOW_NOT_FOUND', 'FLOW_DUPLICATE_NAME', ...references],
});

export const deleteFlow = defineRoute({
  method: 'DELETE',
  path: '/api/v1/consumer/{id}',
  tag: flowTag,
  summary: 'Delete an integration flow with its queue and its inbox',
  permission: 'all.manage',
  params,
  response: dataOf(z.object({ id: z.int() })),
  errors: ['FLOW_NOT_FOUND'],
});

/** Queue and inbox of the account: bounded, so that a peer that is down can't fill the disk. */
export const flowUsage = z.object({
  queued: z.int(),
  queuedBytes: z.int(),
  queuedLimitBytes: z.int(),
  deadLetters: z.int(),
  deadLetterBytes: z.int(),
  deadLetterLimitBytes: z.int(),
  /** Messages that were dropped because the queue or the inbox was full. */
  dropped: z.int(),
});
export type FlowUsage = z.output<typeof flowUsage>;

export const readFlowFigures = defineRoute({
  method: 'GET',
  path: '/api/v1/consumer/{id}/figures',
  tag: flowTag,
  summary: 'Counters and last failures of the steps of a flow, its queue, and the disk use of its account',
  permission: 'all.manage',
  params,
  response: dataOf(z.object({ steps: z.array(stepFigures), queued: z.int(), usage: flowUsage })),
  errors: ['FLOW_NOT_FOUND'],
});

export const listFlowSamples = defineRoute({
  method: 'GET',
  path: '/api/v1/consumer/{id}/samples',
  tag: flowTag,
  summary: 'The last 20 messages of a step, newest first',
  permission: 'all.manage',
  params,
  query: z.object({
    step: z.coerce.number().int().min(0).max(19),
    /** For the last step. */
    connectorId: textIdOf('connectorChoice').optional(),
  }),
  response: dataOf(z.array(flowSample)),
  errors: ['FLOW_NOT_FOUND', 'BRIDGE_NOT_FOUND'],
});

const tried = { tenantId: idOf('account'), trigger: z.enum(flowTriggers), steps: flowSteps };

/** Nothing is stored or sent. */
export const dryRunFlow = defineRoute({
  method: 'POST',
  path: '/api/v1/consumer/dry-run',
  tag: flowTag,
  summary: 'What a flow would do with the newest recorded events of its account',
  permission: 'all.manage',
  readOnly: true,
  body: z.object({ ...tried, events: z.int().min(1).max(triedEvents).default(triedEvents) }),
  response: dataOf(
    z.object({
      events: z.int(),
      /** Without the connector step. */
      steps: z.array(z.object({ step: z.int(), entered: z.int(), passed: z.int(), stopped: z.int(), failed: z.int() })),
      sent: z.int(),
      /** The first 20 messages that would be sent. */
      messages: z.array(z.object({ event: flowEvent, content: z.string() })),
      failures: z.array(shownFailure.extend({ step: z.int(), event: flowEvent })),
    }),
  ),
  errors: ['ACCOUNT_NOT_FOUND', ...references],
});

export const deadLetter = z.object({
  id: z.int(),
  at: isoTime,
  /** The step that failed. */
  step: z.int(),
  connectorId: z.int().nullable(),
  connectorName: z.string().nullable(),
  failure: shownFailure,
  event: flowEvent,
});
export type DeadLetter = z.output<typeof deadLetter>;

export const listDeadLetters = defineRoute({
  method: 'GET',
  path: '/api/v1/consumer/{id}/dead-letters',
  tag: flowTag,
  summary: 'Messages that a flow could not process or send, newest first',
  permission: 'all.manage',
  params,
  query: listQuery.pick({ offset: true, limit: true }),
  response: listOf(deadLetter),
  errors: ['FLOW_NOT_FOUND'],
});

const letters = z.array(z.int().min(1)).min(1).max(100);

/** They pass all steps of the present flow again, on their way to the connector that did not get them. */
export const resendDeadLetters = defineRoute({
  method: 'POST',
  path: '/api/v1/consumer/{id}/dead-letters/resend',
  tag: flowTag,
  summary: 'Send messages of the inbox again; a single one may be changed before',
  permission: 'all.manage',
  params,
  body: z.object({ letters, event: flowEvent.optional() }).superRefine(({ letters: given, event }, ctx) => {
    if (event && given.length !== 1) ctx.addIssue({ code: 'custom', path: ['event'] });
  }),
  response: dataOf(z.object({ resent: z.int() })),
  errors: ['FLOW_NOT_FOUND', 'FLOW_DEAD_LETTER_NOT_FOUND'],
});

export const deleteDeadLetters = defineRoute({
  method: 'POST',
  path: '/api/v1/consumer/{id}/dead-letters/delete',
  tag: flowTag,
  summary: 'Delete messages of the inbox',
  permission: 'all.manage',
  params,
  body: z.object({ letters }),
  response: dataOf(z.object({ deleted: z.int() })),
  errors: ['FLOW_NOT_FOUND'],
});

const shadowDifference = z.object({
  at: isoTime,
  event: flowEvent,
  /** What would be sent, or null if nothing; a failure as its text. */
  productive: z.string().nullable(),
  shadow: z.string().nullable(),
});

export const shadowRun = z.object({
  steps: z.array(shownStep),
  startedAt: isoTime,
  endsAt: isoTime,
  compared: z.int(),
  same: z.int(),
  different: z.int(),
  onlyProductive: z.int(),
  onlyShadow: z.int(),
  /** The last 20, newest first. */
  differences: z.array(shadowDifference),
});
export type ShadowRun = z.output<typeof shadowRun>;

export const readShadow = defineRoute({
  method: 'GET',
  path: '/api/v1/consumer/{id}/shadow',
  tag: flowTag,
  summary: 'The shadow run of a flow: edited steps beside the productive ones, on live events; nothing is sent',
  permission: 'all.manage',
  params,
  response: dataOf(shadowRun.nullable()),
  errors: ['FLOW_NOT_FOUND'],
});

export const startShadow = defineRoute({
  method: 'PUT',
  path: '/api/v1/consumer/{id}/shadow',
  tag: flowTag,
  summary: 'Start a shadow run for a day; replaces the present one',
  permission: 'all.manage',
  params,
  body: z.object({ steps: flowSteps }),
  response: dataOf(shadowRun),
  errors: ['FLOW_NOT_FOUND', ...references],
});

export const stopShadow = defineRoute({
  method: 'DELETE',
  path: '/api/v1/consumer/{id}/shadow',
  tag: flowTag,
  summary: 'End the shadow run of a flow',
  permission: 'all.manage',
  params,
  response: dataOf(z.object({ id: z.int() })),
  errors: ['FLOW_NOT_FOUND', 'FLOW_NO_SHADOW'],
});
