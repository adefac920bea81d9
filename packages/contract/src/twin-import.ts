import { z } from 'zod';
import {
  bulkCsv,
  bulkCsvErrors,
  bulkImportMaxBytes,
  bulkImportPreviewFields,
  bulkTitle,
  startedBulkJob,
} from './bulk-import.ts';
import { dataOf } from './core/envelope.ts';
import { idOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';

/** Twins of one import, as for devices. The specification shows no limit. */
export const twinImportMaxLines = 500;

/**
 * The columns of a list of twins; title is required. In addition, `ref.<name>` sets a reference id and `prop.<key>` a
 * property. Tags are separated by comma, semicolon or |, in quotes where the separator of the columns is the same.
 */
export const twinImportColumns = [
  'title',
  'type',
  'description',
  'tags',
  'icon',
  'address',
  'latitude',
  'longitude',
  'floorNumber',
  'room',
  'parentId',
] as const;
export type TwinImportColumn = (typeof twinImportColumns)[number];
export const twinImportRequired = ['title'] as const satisfies readonly TwinImportColumn[];

const preview = z.object(bulkImportPreviewFields);
export type TwinImportPreview = z.output<typeof preview>;

/** A dry run creates the twins and rolls them back, so its preview is the exact effect. */
export const importTwins = defineRoute({
  method: 'POST',
  path: '/api/v1/background-runners/digitaltwin-bulk-import',
  tag: 'background jobs',
  summary: 'Create up to 500 twins from a CSV text, as a background job that can be undone; `dryRun` shows the effect',
  permission: 'DigitalTwin.manage',
  body: z.object({
    title: bulkTitle,
    /** The place of twins without a parent of their own: below a twin, or at the top of an account. */
    parentId: idOf('twin').nullable().optional(),
    tenantId: idOf('account').optional(),
    csv: bulkCsv,
    dryRun: z.boolean().default(false),
  }),
  bodyLimitBytes: bulkImportMaxBytes * 2,
  response: dataOf(z.object({ preview, job: startedBulkJob.nullable() })),
  errors: [
    'DTWIN_NOT_FOUND',
    'ACCOUNT_NOT_FOUND',
    'DTWIN_CREATE_NO_ASSIGNED_SCOPE_OR_PARENT',
    ...bulkCsvErrors,
    'BACKGROUND_JOBS_KIND_INACTIVE',
    'PERMISSION_DENIED',
  ],
});
