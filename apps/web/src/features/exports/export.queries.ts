import {
  deleteExport,
  downloadExport,
  listExports,
  type newExport,
  startExport,
} from '@stellwerk/contract/data-export';
import { cancelJob, readJob } from '@stellwerk/contract/job';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { addressOf, call } from '../../lib/api.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { useLive } from '../../lib/live.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';

const keys = { all: ['exports'], files: ['exports', 'files'] } as const;
/** Files that are being written change without a message if the viewer can't see all jobs. */
const whileOpenMs = 5_000;
const openStates = ['created', 'inprogress', 'postprocessing'];

export function useExportedFiles({ offset, limit, search }: TableQuery) {
  const { account } = useChosenAccount();
  const query = { tenantId: account?.id, offset, limit, search };
  return useQuery({
    queryKey: [...keys.files, query],
    queryFn: ({ signal }) => call(listExports, { query }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ job }) => openStates.includes(job.state)) ? whileOpenMs : false,
  });
}

/** The job of an export that was started here. */
export function useExportJob(jobId: number) {
  const queries = useQueryClient();
  const queryKey = [...keys.all, 'job', jobId];
  const reload = () => void queries.invalidateQueries({ queryKey });
  useLive(`job/${jobId}`, reload, reload);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(readJob, { params: { id: jobId } }, { signal })).data,
    // In case a message of the live connection is lost.
    refetchInterval: ({ state }) => (state.data && !openStates.includes(state.data.state) ? false : whileOpenMs),
  });
}

/** Progress of the caller's jobs. */
export function useLiveFiles(): void {
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries({ queryKey: keys.files });
  useLive('jobs', reload, reload);
}

export function useStartExport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: z.input<typeof newExport>) => (await call(startExport, { body })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}

export function useFileActions() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: keys.files });
  const remove = useMutation({ mutationFn: (id: number) => call(deleteExport, { params: { id } }), onSettled });
  const cancel = useMutation({
    mutationFn: (jobId: number) => call(cancelJob, { params: { id: jobId } }),
    onSettled,
  });
  return { remove: remove.mutateAsync, cancel: cancel.mutateAsync };
}

/** The browser loads the file itself, because it may be larger than the memory of the page. */
export function downloadFile(id: number): void {
  const link = document.createElement('a');
  link.href = addressOf(downloadExport, { params: { id } });
  link.download = '';
  link.click();
}
