import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute, raw } from './core/route.ts';
import { jobStates } from './job.ts';
import { readsOwnStates } from './state.ts';
import { historyDurations, historyMethods } from './state-history.ts';
import { timeZone } from './state-source.ts';
import { languages } from './text.ts';

export const exportTag = 'exports';

export const exportFormats = ['csv', 'xlsx', 'pdf'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * ALL: every value. LAST, MAX, SUM: one row for each data state. INTERVAL: one row for each interval (`duration`),
 * computed with `method`.
 */
export const exportAggregations = ['ALL', 'LAST', 'MAX', 'SUM', 'INTERVAL'] as const;
export type ExportAggregation = (typeof exportAggregations)[number];

export const exportDelimiters = [';', ',', '\t'] as const;
export const decimalSigns = [',', '.'] as const;

export const maxExportedStates = 500;
/** In addition to the row limit of the account: larger files of these formats can't be opened. */
export const maxRowsOf: Record<ExportFormat, number> = { csv: Number.POSITIVE_INFINITY, xlsx: 3_000_000, pdf: 10_000 };
/** Larger files are sent as a link. */
export const maxAttachmentBytes = 10_000_000;
/** Files of exports are deleted after this time. */
export const exportKeptMonths = 6;

/** How the rows are computed and written. */
export const exportLayoutFields = {
  format: z.enum(exportFormats).default('csv'),
  aggregation: z.enum(exportAggregations).default('ALL'),
  duration: z.enum(historyDurations).default('1h'),
  method: z.enum(historyMethods).default('avg'),
  /** Times of rows, and the beginning of intervals and days. */
  zone: timeZone.default('Europe/Berlin'),
  /** Words of PDF files, of notes in files, and of the mail. */
  language: z.enum(languages).default('de'),
  delimiter: z.enum(exportDelimiters).default(';'),
  decimal: z.enum(decimalSigns).default(','),
};
export type ExportLayout = z.output<z.ZodObject<typeof exportLayoutFields>>;

/** A decimal sign that also separates the columns would make the file ambiguous. */
export const isReadable = ({ delimiter, decimal }: Partial<Pick<ExportLayout, 'delimiter' | 'decimal'>>): boolean =>
  delimiter === undefined || delimiter !== decimal;

export const exportMailContents = ['link', 'attachment'] as const;

export const exportMail = z.object({
  to: z.array(z.email().max(254)).min(1).max(20),
  /** The link opens the file after signing in; an attachment can be read by everyone who gets the mail. */
  content: z.enum(exportMailContents).default('link'),
  /** The mail connector; null for the mail server of the account. */
  connectorId: idOf('connectorChoice').nullable().default(null),
});
export type ExportMail = z.output<typeof exportMail>;

/** An export without its times, which a form computes when it is sent. */
export const exportOrderFields = {
  name: z.string().trim().min(1).max(100),
  stateIds: z.array(idOf('state')).min(1).max(maxExportedStates),
  ...exportLayoutFields,
  mail: exportMail.nullable().default(null),
};

export function exportOrderProblems(value: Pick<ExportLayout, 'delimiter' | 'decimal'>, ctx: z.RefinementCtx): void {
  if (!isReadable(value)) ctx.addIssue({ code: 'custom', path: ['decimal'] });
}

export const newExport = z
  .object({
    ...exportOrderFields,
    startDate: isoTime,
    /** Exclusive. */
    endDate: isoTime,
  })
  .superRefine((value, ctx) => {
    exportOrderProblems(value, ctx);
    if (Date.parse(value.startDate) >= Date.parse(value.endDate)) ctx.addIssue({ code: 'custom', path: ['endDate'] });
  });
export type NewExport = z.output<typeof newExport>;

export const exportDeliveryStates = ['queued', 'sent', 'failed'] as const;

const delivery = z
  .object({
    state: z.enum(exportDeliveryStates),
    /** The reason of the last failure, in the caller's language. */
    message: z.string().nullable(),
  })
  .nullable();

export const dataExport = z.object({
  id: z.int(),
  name: z.string(),
  format: z.enum(exportFormats),
  job: z.object({
    id: z.int(),
    state: z.enum(jobStates),
    progress: z.object({ done: z.int(), total: z.int().nullable() }),
    /** The first reasons why rows are missing or the export failed. */
    errors: z.array(z.string()),
    cancellable: z.boolean(),
  }),
  /** Null while the file is being written, and after it was deleted. */
  file: z.object({ name: z.string(), sizeBytes: z.int(), rowCount: z.int(), isCut: z.boolean() }).nullable(),
  /** Time at which the file is deleted. */
  keptUntil: isoTime,
  schedule: z.object({ id: z.int(), name: z.string() }).nullable(),
  createdBy: z.object({ id: z.int(), name: z.string() }).nullable(),
  createdAt: isoTime,
  /** The caller may delete the file once the job has ended. */
  deletable: z.boolean(),
  mail: delivery,
  forward: delivery,
});
export type DataExport = z.output<typeof dataExport>;

export const exportListQuery = listQuery.omit({ sort: true }).extend({
  tenantId: textIdOf('account').optional(),
  scheduleId: textIdOf('exportSchedule').optional(),
});

/** The file contains the values that the caller may read when the job runs. */
export const startExport = defineRoute({
  method: 'POST',
  path: '/api/v1/background-runners/export',
  tag: exportTag,
  summary: 'Write values of data states into a file, as a background job',
  permission: readsOwnStates,
  narrowed: true,
  body: newExport,
  response: dataOf(z.object({ id: z.int(), job: z.object({ id: z.int() }) })),
  status: 201,
  errors: ['DTWIN_STATE_NOT_FOUND', 'HISTORY_SPAN_INVALID', 'BRIDGE_NOT_FOUND', 'BRIDGE_NO_MAILS'],
});

/** Files are shown to their creators and to holders of all.read in their scope, because they contain values. */
export const listExports = defineRoute({
  method: 'GET',
  path: '/api/v1/exports',
  tag: exportTag,
  summary: 'Exported files of the last six months, newest first',
  permission: 'login',
  query: exportListQuery,
  response: listOf(dataExport),
  errors: ['ACCOUNT_NOT_FOUND', 'EXPORT_SCHEDULE_NOT_FOUND'],
});

const params = z.object({ id: textIdOf('dataExport') });

export const downloadExport = defineRoute({
  method: 'GET',
  path: '/api/v1/exports/{id}/file',
  tag: exportTag,
  summary: 'The file of an export',
  permission: 'login',
  logged: true,
  params,
  response: raw('application/octet-stream'),
  errors: ['DATA_EXPORT_NOT_FOUND', 'DATA_EXPORT_NOT_READY', 'FILE_NOT_FOUND'],
});

export const deleteExport = defineRoute({
  method: 'DELETE',
  path: '/api/v1/exports/{id}',
  tag: exportTag,
  summary: 'Delete an exported file before its time; the job must have ended',
  permission: 'login',
  params,
  response: dataOf(z.object({ id: z.int() })),
  errors: ['DATA_EXPORT_NOT_FOUND', 'DATA_EXPORT_NOT_READY', 'PERMISSION_DENIED'],
});
