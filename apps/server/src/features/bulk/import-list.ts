import type { z } from 'zod';
import { renderError } from '../../platform/errors/render.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { JobItemError } from '../../platform/jobs/define-job.ts';
import type { ImportTarget } from './bulk-target.ts';
import { dryRun } from './dry-run.ts';
import { batchesOf, type Imported, importBatch, type NumberedRow } from './import-rows.ts';
import { type CsvColumns, type CsvLine, type LineError, readBulkCsv } from './read-bulk-csv.ts';

export interface ImportList<Row> {
  rows: NumberedRow<Row>[];
  errors: LineError[];
}

interface ListOptions<Column, Row> {
  columns: CsvColumns<Column>;
  maxLines: number;
  read(line: CsvLine<Column>): NumberedRow<Row> | { error: LineError };
  /** Rows with the same identity can't be created both; the first one stays. */
  identityOf(row: Row): { key: string; shown: string };
}

/** Reads the lines of a list, each with its first problem, if any. */
export async function readImportList<Column, Row>(csv: string, options: ListOptions<Column, Row>) {
  const { columns, maxLines, read, identityOf } = options;
  const { lines, errors } = await readBulkCsv(csv, { ...columns, maxLines });
  const rows: NumberedRow<Row>[] = [];
  const lineOf = new Map<string, number>();
  for (const each of lines) {
    const found = read(each);
    if ('error' in found) {
      errors.push(found.error);
      continue;
    }
    const { key, shown } = identityOf(found.row);
    const before = lineOf.get(key);
    if (before === undefined) rows.push(found);
    else errors.push({ line: found.line, code: 'BULK_CSV_DUPLICATE', params: { value: shown, line: before } });
    lineOf.set(key, before ?? found.line);
  }
  return { rows, errors } satisfies ImportList<Row>;
}

/** The exact effect of a list: its objects are created and rolled back. */
export async function previewImport<C extends z.ZodType, R extends z.ZodType>(
  ctx: Ctx,
  target: ImportTarget<C, R>,
  common: z.output<C>,
  { rows, errors }: ImportList<z.output<R>>,
) {
  const options = { isDryRun: true, isRepeated: false };
  const imported = await dryRun(ctx, async (scratch) => {
    const all: Imported = { items: [], failures: [] };
    for (const batch of batchesOf(rows, target.isAlone)) {
      const part = await importBatch(scratch, target, common, batch, options);
      all.items.push(...part.items);
      all.failures.push(...part.failures);
    }
    return all;
  });
  const toWire = ({ line, code, params = {} }: JobItemError & { line: number }) => ({
    line,
    code,
    message: renderError({ code, params, issues: [] }, ctx.language, '').message,
  });
  return {
    total: rows.length + errors.length,
    valid: imported.items.length,
    rows: imported.items.map(({ line, after }) => ({ line, fields: after })),
    errors: [...errors, ...imported.failures].sort((a, b) => a.line - b.line).map(toWire),
  };
}
