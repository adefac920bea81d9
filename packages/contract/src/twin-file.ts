import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { defineRoute, raw } from './core/route.ts';
import { storedFile, twinLimits, twinTag } from './twin.ts';

const params = z.object({ id: textIdOf('twin') });
const attachmentParams = params.extend({ attachmentId: textIdOf('twinAttachment') });
const imageParams = params.extend({ kind: z.enum(['background', 'overlay']) });

export const uploadTwinAttachment = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/{id}/attachments',
  tag: twinTag,
  summary: 'Attach a file of at most 10 MB (field `file`); at most twenty a twin',
  permission: 'DigitalTwin.write',
  params,
  multipart: true,
  bodyLimitBytes: twinLimits.attachmentBytes + 100_000,
  // An upload may take long and must not hold a database connection.
  transaction: 'own',
  response: dataOf(storedFile),
  status: 201,
  errors: ['DTWIN_NOT_FOUND', 'FILE_TOO_LARGE', 'DTWIN_TOO_MANY_ATTACHMENTS', 'DTWINSTATE_MISSING_PARAMETER'],
});

/** Always sent as a download, never displayed by the browser. */
export const readTwinAttachment = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/{id}/attachments/{attachmentId}',
  tag: twinTag,
  summary: 'Download an attachment',
  permission: 'DigitalTwin.read',
  params: attachmentParams,
  response: raw('application/octet-stream'),
  errors: ['DTWIN_NOT_FOUND', 'FILE_NOT_FOUND'],
});

export const deleteTwinAttachment = defineRoute({
  method: 'DELETE',
  path: '/api/v1/digitaltwin/{id}/attachments/{attachmentId}',
  tag: twinTag,
  summary: 'Remove an attachment',
  permission: 'DigitalTwin.write',
  params: attachmentParams,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: ['DTWIN_NOT_FOUND', 'FILE_NOT_FOUND'],
});

/** PNG, JPEG, WebP or GIF, detected by content, not by file name. */
export const uploadTwinImage = defineRoute({
  method: 'PUT',
  path: '/api/v1/digitaltwin/{id}/images/{kind}',
  tag: twinTag,
  summary: 'Set the background image, or the overlay image of a floor (field `file`)',
  permission: 'DigitalTwin.write',
  params: imageParams,
  multipart: true,
  bodyLimitBytes: twinLimits.imageBytes + 100_000,
  transaction: 'own',
  response: dataOf(storedFile),
  errors: [
    'DTWIN_NOT_FOUND',
    'FILE_TOO_LARGE',
    'FILE_TYPE_NOT_ALLOWED',
    'FILE_IMAGE_TOO_LARGE',
    'FILE_IMAGE_UNREADABLE',
    'DTWINSTATE_MISSING_PARAMETER',
  ],
});

export const readTwinImage = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/{id}/images/{kind}',
  tag: twinTag,
  summary: 'The background or overlay image',
  permission: 'DigitalTwin.read',
  params: imageParams,
  response: raw('image/*'),
  errors: ['DTWIN_NOT_FOUND', 'FILE_NOT_FOUND', 'FILE_IMAGE_TOO_LARGE', 'FILE_IMAGE_UNREADABLE'],
});

export const deleteTwinImage = defineRoute({
  method: 'DELETE',
  path: '/api/v1/digitaltwin/{id}/images/{kind}',
  tag: twinTag,
  summary: 'Remove the background or overlay image',
  permission: 'DigitalTwin.write',
  params: imageParams,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: ['DTWIN_NOT_FOUND', 'FILE_NOT_FOUND'],
});
