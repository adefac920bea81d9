export { JobMonitor, type JobMonitorProps } from './JobMonitor.tsx';
export { JobNotices } from './JobNotices.tsx';
export { LineCounts, type LineCountsProps } from './LineCounts.tsx';
export { type CsvText, LineErrors, type LineErrorsProps } from './LineErrors.tsx';
export { useCsvJob } from './use-csv-job.ts';
export { useWatchedJob } from './watched-jobs.ts';
