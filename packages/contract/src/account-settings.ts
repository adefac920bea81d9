import { z } from 'zod';
import { seesAccounts } from './account.ts';
import { dataOf } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import { passwordPolicy } from './password.ts';
import { languages } from './text.ts';

const tag = 'account';
const params = z.object({ id: textIdOf('account') });
/** Null for an own value, for the platform's default, and if the caller may not see the account above. */
const inheritedFrom = z.object({ id: z.int(), name: z.string() }).nullable();

export const defaultRetentionMonths = 24;

/** Limits are set from above: the caller must hold all.manage in the account above, or be a system administrator. */
const limitErrors = ['ACCOUNT_NOT_FOUND', 'PERMISSION_DENIED'] as const;

export const defaultPacketRetentionDays = 90;

export const retentionPolicy = z.object({
  retentionMonths: z.int().min(1).max(1_200),
  /** Retention of raw packets of the account's connectors; data derived from them stays. */
  packetRetentionDays: z.int().min(1).max(3_650),
});

export const updateRetentionPolicy = defineRoute({
  method: 'PUT',
  path: '/api/v1/tenant/{id}/retentionPolicy',
  tag,
  summary: 'How many months the values and how many days the packets of an account are kept; what is left out stays',
  permission: 'all.manage',
  params,
  body: retentionPolicy.partial(),
  response: dataOf(retentionPolicy),
  errors: limitErrors,
});

/** 0 or null means no limit. */
const limit = z.int().min(0).max(1_000_000_000).nullable();
export const csvExportLimit = z.object({ csvExportLimit: limit });

export const updateCsvExportLimit = defineRoute({
  method: 'PUT',
  path: '/api/v1/tenant/{id}/csvExportLimit',
  tag,
  summary: 'How many rows a CSV export of an account may have',
  permission: 'all.manage',
  params,
  body: csvExportLimit,
  response: dataOf(csvExportLimit),
  errors: limitErrors,
});

export const templateLimits = z.object({
  /** Null if inherited, 0 for no limit. */
  own: z.int().nullable(),
  /** The effective limit: the account's own, else that of the nearest account above that has one; null for no limit. */
  effective: z.int().nullable(),
  inheritedFrom,
});

export const readTemplateLimits = defineRoute({
  method: 'GET',
  path: '/api/v1/tenant/{id}/template-limits',
  tag,
  summary: 'How many device templates an account may have, and where the limit comes from',
  permission: seesAccounts,
  params,
  response: dataOf(templateLimits),
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const updateTemplateLimits = defineRoute({
  method: 'PUT',
  path: '/api/v1/tenant/{id}/template-limits',
  tag,
  summary: 'Set an own limit of device templates, or null to inherit it',
  permission: 'all.manage',
  params,
  body: z.object({ own: limit }),
  response: dataOf(templateLimits),
  errors: limitErrors,
});

export const accountPasswordPolicy = z.object({
  own: passwordPolicy.nullable(),
  effective: passwordPolicy,
  inheritedFrom,
});

export const readAccountPasswordPolicy = defineRoute({
  method: 'GET',
  path: '/api/v1/tenant/{id}/passwordpolicy',
  tag,
  summary: 'The password policy of an account, its own or inherited',
  permission: seesAccounts,
  params,
  response: dataOf(accountPasswordPolicy),
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const updateAccountPasswordPolicy = defineRoute({
  method: 'PUT',
  path: '/api/v1/tenant/{id}/passwordpolicy',
  tag,
  summary: 'Set an own password policy, or null to inherit it; holds for passwords chosen from now on',
  permission: 'all.manage',
  params,
  body: z.object({ own: passwordPolicy.nullable() }),
  response: dataOf(accountPasswordPolicy),
  errors: ['ACCOUNT_NOT_FOUND'],
});

/** Plain text with blank lines between paragraphs; shown as it is. */
const localTerms = z.object({ title: z.string().trim().max(200), text: z.string().trim().max(200_000) });
export const termsByLanguage = z.partialRecord(z.enum(languages), localTerms);

export const accountTerms = z.object({
  own: termsByLanguage,
  /** Terms that apply without own ones: those of the nearest account above that has some. */
  inherited: termsByLanguage,
  inheritedFrom,
});

export const readAccountTerms = defineRoute({
  method: 'GET',
  path: '/api/v1/tenant/{id}/terms',
  tag,
  summary: 'The terms of use of an account, its own or inherited',
  permission: seesAccounts,
  params,
  response: dataOf(accountTerms),
  errors: ['ACCOUNT_NOT_FOUND'],
});

/** A language with an empty text is removed; languages that are not sent stay. */
export const updateAccountTerms = defineRoute({
  method: 'PUT',
  path: '/api/v1/tenant/{id}/terms',
  tag,
  summary: 'Set the terms of use of an account, language by language',
  permission: 'all.manage',
  params,
  body: z.object({ own: termsByLanguage }),
  bodyLimitBytes: 2_000_000,
  response: dataOf(accountTerms),
  errors: ['ACCOUNT_NOT_FOUND'],
});

/** Sends a short message to the caller's own address. */
export const testMailServer = defineRoute({
  method: 'POST',
  path: '/api/v1/tenant/{id}/mailserver/test',
  tag,
  summary: 'Send a test mail to the caller through the mail server that the account uses',
  permission: 'all.manage',
  transaction: 'own',
  params,
  /** `answer`: what the mail server said. */
  response: dataOf(z.object({ sentTo: z.string(), answer: z.string() })),
  errors: [
    'ACCOUNT_NOT_FOUND',
    'MAIL_INVALID_TRANSPORT',
    'MAIL_FROM_NOT_SPECIFIED',
    'MAIL_RECIPIENT_INVALID',
    'MAIL_REJECTED',
    'MAIL_SEND_FAILED',
    'MAIL_TEST_FAILED',
    'EGRESS_DENIED',
    'EGRESS_FAILED',
    'EGRESS_TIMEOUT',
  ],
});
