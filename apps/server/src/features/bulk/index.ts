export type { Fields } from './bulk.table.ts';
export type { BulkTarget, EditTarget, ImportTarget } from './bulk-target.ts';
export { dryRun } from './dry-run.ts';
export { bulkEditJob, editKindOf } from './edit.job.ts';
export { type Edited, editItems } from './edit-items.ts';
export { bulkUndoJob, undoDays, undoKindOf } from './undo.job.ts';
