import { useEffect } from 'react';

const watched = new Set<number>();

/** Whether the page shows the result of the job, so that a notice would repeat it. */
export const isWatched = (jobId: number): boolean => watched.has(jobId);

export function useWatchedJob(jobId: number): void {
  useEffect(() => {
    watched.add(jobId);
    return () => {
      watched.delete(jobId);
    };
  }, [jobId]);
}
