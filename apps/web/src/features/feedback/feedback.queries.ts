import { deleteFeedback, type Feedback, listFeedback, sendFeedback } from '@stellwerk/contract/feedback';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';

/** By specification: images take their time. */
const timeoutMs = 50_000;

export interface Draft {
  kind: Feedback['kind'];
  subject: string;
  content: string;
  contact: string;
  files: readonly File[];
}

export const useSendFeedback = () =>
  useMutation({
    mutationFn: async ({ files, ...texts }: Draft) => {
      const form = new FormData();
      for (const [name, text] of Object.entries(texts)) form.append(name, text);
      form.append('page', window.location.hash.replace(/^#/, '').split('?')[0] ?? '');
      for (const file of files) form.append(files.length === 1 ? 'file' : 'attachment', file, file.name);
      return (await call(sendFeedback, {}, { form, timeoutMs })).data;
    },
  });

export const useFeedback = (tenantId: number, { offset, limit, search }: TableQuery) =>
  useQuery({
    queryKey: ['feedback', tenantId, offset, limit, search],
    queryFn: ({ signal }) => call(listFeedback, { query: { tenantId, offset, limit, search } }, { signal }),
  });

export function useRemoveFeedback() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteFeedback, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['feedback'] }),
  }).mutateAsync;
}
