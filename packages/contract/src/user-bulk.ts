import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';

/**
 * Separated by comma, semicolon or tab, with or without a header line: firstName, lastName, email, username, roleIds
 * (separated by |), properties (JSON), active. The first three are required; without roles a user gets the account's
 * default roles; the user name defaults to the e-mail address. With a header that contains all three, columns may be in
 * any order.
 */
export const bulkColumns = ['firstName', 'lastName', 'email', 'username', 'roleIds', 'properties', 'active'] as const;

export const bulkUserMaxLines = 50_000;
export const bulkUserMaxBytes = 20_000_000;

export const bulkUserPreview = z.object({
  total: z.int(),
  valid: z.int(),
  /** The first 20 valid lines. */
  rows: z.array(
    z.object({
      line: z.int(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      username: z.string(),
      roles: z.array(z.string()),
      active: z.boolean(),
    }),
  ),
  /** The first 1,000; `errorCount` counts all. */
  errors: z.array(z.object({ line: z.int(), code: z.string(), message: z.string() })),
  errorCount: z.int(),
  /** A mail server is set up, so that invitations can be sent. */
  canInvite: z.boolean(),
});
export type BulkUserPreview = z.output<typeof bulkUserPreview>;

/**
 * `dryRun` returns the preview and creates nothing; otherwise a background job creates the users of the valid lines, if
 * any.
 */
export const bulkCreateUsers = defineRoute({
  method: 'POST',
  path: '/api/v1/user/tenant/{tenantId}/bulk',
  tag: 'user',
  summary: 'Create users from a CSV text; lines with errors are reported with their number, the others are created',
  permission: 'UserManagement.create',
  params: z.object({ tenantId: textIdOf('account') }),
  body: z.object({
    /** NUL is replaced, so that binary data fails as unreadable CSV and not as an invalid call. */
    csv: z
      .string()
      .min(1)
      .max(bulkUserMaxBytes)
      .transform((text) => text.replaceAll('\0', '\ufffd')),
    dryRun: z.boolean(),
    /** Mails an invitation to each new user. */
    invite: z.boolean().default(true),
  }),
  bodyLimitBytes: bulkUserMaxBytes * 2,
  response: dataOf(z.object({ preview: bulkUserPreview, job: z.object({ id: z.int() }).nullable() })),
  errors: ['ACCOUNT_NOT_FOUND', 'USER_CSV_UNREADABLE', 'USER_CSV_TOO_MANY_LINES'],
});
