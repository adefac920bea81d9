import { cancelJob, type Job, jobChange, readJob } from '@stellwerk/contract/job';
import { bulkCreateUsers } from '@stellwerk/contract/user-bulk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useLive } from '../../lib/live.ts';

/** Fifty thousand lines take their time. */
const timeoutMs = 120_000;

export interface BulkInput {
  tenantId: number;
  csv: string;
  invite: boolean;
  dryRun: boolean;
}

export const useBulkCreation = () =>
  useMutation({
    mutationFn: async ({ tenantId, ...body }: BulkInput) =>
      (await call(bulkCreateUsers, { params: { tenantId }, body }, { timeoutMs })).data,
  });

/** A job with its progress as it happens. */
export function useFollowedJob(id: number) {
  const queries = useQueryClient();
  const queryKey = ['users', 'job', id];
  const job = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(readJob, { params: { id } }, { signal })).data,
  });
  const reload = () => void queries.invalidateQueries({ queryKey });
  useLive(
    `job/${id}`,
    (data) => {
      const change = jobChange.safeParse(data);
      if (!change.success) return;
      const { state, progress, errorCount, cancelRequested } = change.data;
      queries.setQueryData<Job>(queryKey, (known) => known && { ...known, progress, errorCount, cancelRequested });
      if (state !== queries.getQueryData<Job>(queryKey)?.state) reload();
    },
    reload,
  );
  const cancel = useMutation({ mutationFn: () => call(cancelJob, { params: { id } }), onSettled: reload });
  return { job, cancel: cancel.mutateAsync };
}
