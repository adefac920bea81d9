import { z } from 'zod';

/** The name of a bulk job in the list of background jobs. */
export const bulkTitle = z.string().trim().min(5).max(100);

export const bulkImportMaxBytes = 2_000_000;

/** NUL is replaced, so that binary data fails as unreadable CSV and not as an invalid call. */
export const bulkCsv = z
  .string()
  .min(1)
  .max(bulkImportMaxBytes)
  .transform((text) => text.replaceAll('\0', '\ufffd'));

export const bulkImportPreviewFields = {
  total: z.int(),
  /** Objects that the job will create. */
  valid: z.int(),
  rows: z.array(z.object({ line: z.int(), fields: z.record(z.string(), z.json()) })),
  errors: z.array(z.object({ line: z.int(), code: z.string(), message: z.string() })),
};

export const startedBulkJob = z.object({ id: z.int() });

export const bulkCsvErrors = [
  'BULK_CSV_UNREADABLE',
  'BULK_CSV_COLUMNS_MISSING',
  'BULK_CSV_COLUMN_UNKNOWN',
  'BULK_CSV_TOO_MANY_LINES',
] as const;
