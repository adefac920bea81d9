export { replaceItems } from './bulk.store.ts';
export type { Fields } from './bulk.table.ts';
export type { BulkTarget, CreateOptions, EditTarget, ImportTarget } from './bulk-target.ts';
export { dryRun } from './dry-run.ts';
export { bulkEditJob, editKindOf } from './edit.job.ts';
export { type Edited, editItems, failureOf, type ItemFailure, tryItem } from './edit-items.ts';
export { bulkImportJob, importKindOf } from './import.job.ts';
export {
  createLineReader,
  flagCell,
  type ImportColumn,
  listCell,
  numberCell,
  twinColumns,
} from './import-format.ts';
export { type ImportList, previewImport, readImportList } from './import-list.ts';
export { importPayload } from './import-payload.ts';
export type { NumberedRow } from './import-rows.ts';
export { jobTransaction } from './job-ctx.ts';
export type { LineError } from './read-bulk-csv.ts';
export { bulkUndoJob, undoDays, undoKindOf } from './undo.job.ts';
