export { ColumnReference, type ListColumn } from './ColumnReference.tsx';
export { JobMonitor, type JobMonitorProps } from './JobMonitor.tsx';
export { JobNotices } from './JobNotices.tsx';
export { LineCounts, type LineCountsProps } from './LineCounts.tsx';
export { type CsvText, LineErrors, type LineErrorsProps } from './LineErrors.tsx';
export { type PreviewColumn, PreviewRows, type PreviewRowsProps } from './PreviewRows.tsx';
export { useCsvJob } from './use-csv-job.ts';
export { useWatchedJob } from './watched-jobs.ts';
