export { FollowedJob, type FollowedJobProps } from './FollowedJob.tsx';
export { type CsvText, LineErrors, type LineErrorsProps } from './LineErrors.tsx';
export { LineFigures, type LineFiguresProps } from './LineFigures.tsx';
export { useCsvJob } from './use-csv-job.ts';
