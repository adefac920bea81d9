import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';

export const flowTag = 'integration flows';

/** before: packets before their assignment; after: each update of a data state; alarm: created and resolved alarms. */
export const flowTriggers = ['before', 'after', 'alarm'] as const;
export type FlowTrigger = (typeof flowTriggers)[number];

/** `generic` is the event of the platform itself. */
export const contentTypes = [
  'generic',
  'application/json',
  'text/plain',
  'application/xml',
  'text/csv',
  'application/octet-stream',
] as const;
export type ContentType = (typeof contentTypes)[number];

/** What a flow receives. Names of `meta` are in snake case, because scripts of customers use them. */
export const flowEvent = z.object({ meta: z.record(z.string(), z.json()), value: z.json() });
export type FlowEvent = z.output<typeof flowEvent>;

/** The number of recorded events by which filters and flows are tried. */
export const triedEvents = 1_000;

/** Reconstructed from the history, the packet log and the alarm log, with the present metadata of their twins. */
export const listFlowEvents = defineRoute({
  method: 'GET',
  path: '/api/v1/consumer/event',
  tag: flowTag,
  summary: 'The newest recorded events of an account as flows receive them, newest first',
  permission: 'all.manage',
  query: z.object({
    tenantId: textIdOf('account'),
    trigger: z.enum(flowTriggers).default('after'),
    limit: z.coerce.number().int().min(1).max(50).default(10),
  }),
  response: dataOf(z.array(flowEvent)),
  errors: ['ACCOUNT_NOT_FOUND'],
});
