import { z } from 'zod';
import { isoTime, listOf, listQuery } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { defineRoute, raw } from './core/route.ts';

export const activityOutcomes = ['done', 'refused'] as const;

/** The address is the one of that time, so that an entry outlives its user; API users show their user name. */
const person = z.object({ id: z.int(), name: z.string(), email: z.string() });

export const activityEntry = z.object({
  id: z.int(),
  at: isoTime,
  /** Null where nobody is known, as after a wrong sign-in. */
  user: person.nullable(),
  /** Who really acted, where somebody acted as this user. */
  impersonator: person.nullable(),
  /** Without a title once the key is deleted, and for those who do not manage its user. */
  apiKey: z.object({ id: z.int(), title: z.string().nullable() }).nullable(),
  account: z.object({ id: z.int(), name: z.string() }).nullable(),
  address: z.string(),
  /** Method and path of the call, as the contract declares it: `POST /api/v1/auth/login`. */
  action: z.string(),
  outcome: z.enum(activityOutcomes),
  /** Why it was refused. */
  code: z.string().nullable(),
  objects: z.array(z.object({ noun: z.string(), id: z.int() })),
  details: z.record(z.string(), z.unknown()),
  requestId: z.string(),
  /** Chained to the entries before it: a change would show in a check. */
  sealed: z.boolean(),
});
export type ActivityEntry = z.output<typeof activityEntry>;

const filters = z.object({
  tenantId: textIdOf('account').optional(),
  outcome: z.enum(activityOutcomes).optional(),
  /** A part of the name or e-mail address of the user, or of whoever acted as them. */
  user: z.string().trim().max(200).optional(),
  /** A part of the account's name. */
  account: z.string().trim().max(200).optional(),
  /** Entries that speak of such an object. */
  noun: z
    .string()
    .regex(/^[a-zA-Z0-9]{1,40}$/)
    .optional(),
  from: isoTime.optional(),
  to: isoTime.optional(),
});

/** Newest first. `search` looks in the user's name and e-mail address, the action and the address. */
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

/** At most 100,000 entries, the newest. Entries without an account are for the system administrator alone. */
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
