import { z } from 'zod';
import { isoTime, listOf, listQuery } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { defineRoute, raw } from './core/route.ts';

export const activityOutcomes = ['done', 'refused'] as const;

/** The e-mail address at the time of the entry, so that an entry outlives its user; API users show their user name. */
const person = z.object({ id: z.int(), name: z.string(), email: z.string() });

export const activityEntry = z.object({
  id: z.int(),
  at: isoTime,
  /** Null if the user is unknown, for example after a failed sign-in. */
  user: person.nullable(),
  /** The user who really acted, if somebody impersonated `user`. */
  impersonator: person.nullable(),
  /** Without a title once the key is deleted, and for callers who don't manage its user. */
  apiKey: z.object({ id: z.int(), title: z.string().nullable() }).nullable(),
  account: z.object({ id: z.int(), name: z.string() }).nullable(),
  address: z.string(),
  /** Method and path of the call, as the contract declares it: `POST /api/v1/auth/login`. */
  action: z.string(),
  outcome: z.enum(activityOutcomes),
  /** Error code if the call was refused. */
  code: z.string().nullable(),
  objects: z.array(z.object({ noun: z.string(), id: z.int() })),
  details: z.record(z.string(), z.unknown()),
  requestId: z.string(),
  /** Chained by hash to the entries before it: a later change would be found by a check. */
  sealed: z.boolean(),
});
export type ActivityEntry = z.output<typeof activityEntry>;

const filters = z.object({
  tenantId: textIdOf('account').optional(),
  outcome: z.enum(activityOutcomes).optional(),
  /** Part of the name or e-mail address of the user or of their impersonator. */
  user: z.string().trim().max(200).optional(),
  /** Part of the account's name. */
  account: z.string().trim().max(200).optional(),
  /** Filters entries about an object of this kind. */
  noun: z
    .string()
    .regex(/^[a-zA-Z0-9]{1,40}$/)
    .optional(),
  from: isoTime.optional(),
  to: isoTime.optional(),
});

/** Newest first. `search` matches the user's name and e-mail address, the action and the IP address. */
export const activityQuery = listQuery.omit({ sort: true }).extend(filters.shape);

export const listActivity = defineRoute({
  method: 'GET',
  path: '/api/v1/activity-log',
  tag: 'activity',
  summary: 'Who did what to which object of the accounts that the caller manages, when and from where',
  permission: 'all.manage',
  query: activityQuery,
  response: listOf(activityEntry),
});

export const activityCsvLimit = 100_000;

/** At most the newest 100,000 entries. Only system administrators get entries without an account. */
export const exportActivity = defineRoute({
  method: 'GET',
  path: '/api/v1/activity-log/csv',
  tag: 'activity',
  summary: 'The same as a CSV file',
  permission: 'all.manage',
  logged: true,
  query: activityQuery.omit({ offset: true, limit: true }),
  response: raw('text/csv'),
});
