import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { defineRoute, raw } from './core/route.ts';

const tag = 'feedback';

export const feedbackKinds = ['like', 'dislike', 'bug', 'suggestion'] as const;
export const feedbackStates = ['kept', 'queued', 'sent', 'failed'] as const;

export const feedbackLimits = {
  title: 50,
  content: 10_000,
  files: 10,
  /** All images together stay below this size. */
  totalBytes: 10_485_760,
} as const;

/** The text fields of the multipart form. Content of other clients may be HTML; it is kept and shown as text. */
export const feedbackFields = z.object({
  kind: z.enum(feedbackKinds).default('suggestion'),
  /** By specification, instead of the kind: set for bugs only. */
  bug: z.enum(['true', 'false', '1', '0']).optional(),
  subject: z.string().trim().max(feedbackLimits.title).default(''),
  content: z.string().trim().min(1).max(feedbackLimits.content),
  /** Where the sender wants an answer. */
  contact: z.union([z.literal(''), z.email().max(254)]).default(''),
  /** The page on which the dialog was opened. */
  page: z.string().trim().max(500).default(''),
});

export const sendFeedback = defineRoute({
  method: 'POST',
  path: '/api/v1/user/feedback',
  tag,
  summary: 'Send feedback with images (field `file` for one, `attachment` for several; jpg or png, below 10 MB in all)',
  permission: 'login',
  multipart: true,
  // Files are written before the entry.
  transaction: 'own',
  response: dataOf(z.object({ id: z.int(), state: z.enum(feedbackStates) })),
  status: 201,
  errors: [
    'FEEDBACK_NOT_MULTIPART',
    'VALIDATION_ERROR',
    'RATE_LIMITED',
    'FILE_TOO_LARGE',
    'FILE_TYPE_NOT_ALLOWED',
    'FILE_IMAGE_TOO_LARGE',
    'FILE_IMAGE_UNREADABLE',
    'FEEDBACK_TOO_MANY_FILES',
  ],
});

export const feedback = z.object({
  id: z.int(),
  tenantId: z.int(),
  tenantName: z.string(),
  kind: z.enum(feedbackKinds),
  title: z.string(),
  content: z.string(),
  userName: z.string(),
  contact: z.string(),
  page: z.string(),
  createdAt: isoTime,
  /** Kept: no address was entered, so no mail was sent. */
  state: z.enum(feedbackStates),
  attachments: z.array(z.object({ position: z.int(), name: z.string(), sizeBytes: z.int() })),
});
export type Feedback = z.output<typeof feedback>;

export const listFeedback = defineRoute({
  method: 'GET',
  path: '/api/v1/feedback',
  tag,
  summary: 'Feedback of the users of accounts that the caller administers, the newest first',
  permission: 'all.manage',
  query: listQuery.omit({ sort: true }).extend({ tenantId: textIdOf('account').optional() }),
  response: listOf(feedback),
  errors: ['ACCOUNT_NOT_FOUND'],
});

const params = z.object({ id: textIdOf('feedback') });

export const readFeedbackFile = defineRoute({
  method: 'GET',
  path: '/api/v1/feedback/{id}/attachments/{position}',
  tag,
  summary: 'An image of a feedback; positions begin with 1',
  permission: 'all.manage',
  params: params.extend({ position: z.coerce.number().int().min(1).max(feedbackLimits.files) }),
  response: raw('image/*'),
  errors: ['FEEDBACK_NOT_FOUND', 'FILE_NOT_FOUND', 'FILE_IMAGE_TOO_LARGE', 'FILE_IMAGE_UNREADABLE'],
});

export const deleteFeedback = defineRoute({
  method: 'DELETE',
  path: '/api/v1/feedback/{id}',
  tag,
  summary: 'Delete a feedback with its images',
  permission: 'all.manage',
  params,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: ['FEEDBACK_NOT_FOUND'],
});
